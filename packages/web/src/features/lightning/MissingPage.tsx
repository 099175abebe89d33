import { MessagePage, type PageProblem, ProblemPage } from '../../ui/failures/MessagePage.tsx';
import pageStyles from '../../ui/page.module.css';

/** Shows why a page has no content: the error of its request, or that the object does not exist. */
export function MissingPage(props: {
  problem: PageProblem | undefined;
  object: 'node' | 'channel' | 'group' | 'country' | 'isp';
  /** Parameters of the texts. */
  values: Record<string, string>;
}) {
  const { problem, object, values } = props;
  return (
    <main className={pageStyles.page} id="main">
      {problem ? (
        <ProblemPage problem={problem} />
      ) : (
        <MessagePage
          title={`lightning.${object}.none.title`}
          text={`lightning.${object}.none.text`}
          values={values}
          home
        />
      )}
    </main>
  );
}
