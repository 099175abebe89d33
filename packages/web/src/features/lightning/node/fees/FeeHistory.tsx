import { useMemo } from 'react';
import type { ThemeColour } from '../../../../charts/plan.ts';
import { useSite } from '../../../../context/site-context.ts';
import { count } from '../../../../format/amount.ts';
import { useText } from '../../../../messages/use-text.ts';
import { csvUrl } from '../../../graphs/csv-url.ts';
import { HistoryChart } from '../../network/HistoryChart.tsx';
import { alignSteps, type FeeChange, feeSteps } from './fee-history.ts';

/** Policies of one node. */
export interface NodeFees {
  name: string;
  policies: readonly FeeChange[];
}

const colours: readonly ThemeColour[] = ['--accent', '--category-8'];
const words = (ppm: number) => `${count(ppm)} ppm`;

/**
 * Shows the median fee rate of the channels of each node over time.
 * @param until Unix seconds up to which the last policies hold
 * @param source API path of the policies
 */
export function FeeHistory(props: { id: string; nodes: readonly NodeFees[]; until: number; source: string }) {
  const { id, nodes, until, source } = props;
  const text = useText();
  const { basePath } = useSite();
  const { times, series } = useMemo(() => {
    const aligned = alignSteps(
      nodes.map(({ policies }) => feeSteps(policies)),
      until,
    );
    return {
      times: aligned.times,
      series: nodes.map(({ name }, at) => ({
        key: 'lightning.feeRate' as const,
        name,
        colour: colours[at] ?? '--accent',
        values: aligned.values[at] ?? [],
        isStep: true,
        words,
      })),
    };
  }, [nodes, until]);
  return (
    <HistoryChart
      id={id}
      title={text('lightning.feeHistory.median')}
      label={text('lightning.feeHistory.label')}
      times={times}
      series={series}
      fileName="lightning-fees"
      csvHref={csvUrl(basePath, source)}
      few={text('lightning.feeHistory.few')}
    />
  );
}
