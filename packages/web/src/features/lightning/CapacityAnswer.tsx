import answersStyles from '../../ui/answers.module.css';
import { CapacityFiat } from './CapacityFiat.tsx';
import { Capacity } from './lightning-figures.tsx';

/** Shows a capacity with its label and its fiat value, in a line of answers. @param props.digits as for `Capacity` */
export function CapacityAnswer(props: { label: string; sats: number; digits?: readonly [number, number] }) {
  const { label, ...capacity } = props;
  return (
    <p className={answersStyles.answer}>
      <span className="quiet">{label}</span>
      <strong>
        <Capacity {...capacity} />
      </strong>
      <CapacityFiat sats={capacity.sats} />
    </p>
  );
}
