import { Prose } from '../../components/docs/Prose.tsx';
import '../../styles/small-screens.css';

export const meta = () => [{ title: 'Privacy Policy · Glassblock' }];

const parts = [
  { title: 'privacy.sees', text: 'privacy.sees.text' },
  { title: 'privacy.stored', text: 'privacy.stored.text' },
  { title: 'privacy.outside', text: 'privacy.outside.text' },
  { title: 'privacy.sent', text: 'privacy.sent.text' },
  { title: 'privacy.own', text: 'privacy.own.text' },
] as const;

export default function PrivacyRoute() {
  return <Prose title="privacy.title" parts={parts} />;
}
