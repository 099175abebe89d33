import { Prose } from '../../components/docs/Prose.tsx';
import '../../styles/small-screens.css';

export const meta = () => [{ title: 'Terms of Service · Glassblock' }];

const parts = [
  { title: 'terms.free', text: 'terms.free.text' },
  { title: 'terms.warranty', text: 'terms.warranty.text' },
  { title: 'terms.liability', text: 'terms.liability.text' },
  { title: 'terms.advice', text: 'terms.advice.text' },
  { title: 'terms.fair', text: 'terms.fair.text' },
] as const;

export default function TermsRoute() {
  return <Prose title="terms.title" parts={parts} />;
}
