import type { TextId } from '../../messages/use-text.ts';
import { MessagePage, type PageProblem, ProblemPage } from '../../ui/failures/MessagePage.tsx';
import pageStyles from '../../ui/page.module.css';

/** Shows why a page has no content: the error of its request, or that the object does not exist. */
export function MissingPage(props: {
  problem: PageProblem | undefined;
  title: TextId;
  text: TextId;
  values: Record<string, string>;
}) {
  const { problem, ...message } = props;
  return (
    <main className={pageStyles.page} id="main">
      {problem ? <ProblemPage problem={problem} /> : <MessagePage {...message} home />}
    </main>
  );
}
