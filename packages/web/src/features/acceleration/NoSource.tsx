import { MessagePage, type PageProblem } from '../../ui/MessagePage.tsx';

/** The server answers so where its operator names no source, and to nothing that these screens ask else. */
export const lacksSource = (problem: PageProblem | undefined): boolean => problem?.status === 400;

/** Instead of a screen of accelerations: nobody tells this server of any. */
export function NoSource() {
  return (
    <main className="page" id="main">
      <MessagePage title="accel.noSource.title" text="accel.noSource.text" home />
    </main>
  );
}
