import type { LightningDay } from '@glassblock/contract';
import { useMemo } from 'react';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { btcWords, HistoryChart } from './HistoryChart.tsx';
import { reaches } from './NetworkStatistics.tsx';

/** Capacity (sats) and channels of a day. */
export interface CapacityDay {
  /** Unix seconds. */
  added: number;
  capacity: number;
  channels: number;
}

/** Shows channels and capacity of each day. @param days newest first */
export function CapacityChart({
  days,
  ...named
}: {
  days: readonly CapacityDay[];
  id: string;
  title: string;
  label: string;
  fileName: string;
}) {
  const { times, series } = useMemo(() => {
    const rows = days.toReversed();
    return {
      times: rows.map(({ added }) => added),
      series: [
        {
          key: 'lightning.capacity' as const,
          colour: '--category-8' as const,
          values: rows.map(({ capacity }) => capacity),
          isRight: true,
          isArea: true,
          words: btcWords,
        },
        {
          key: 'lightning.channels' as const,
          colour: '--accent' as const,
          values: rows.map(({ channels }) => channels),
          words: count,
        },
      ],
    };
  }, [days]);
  return <HistoryChart {...named} times={times} series={series} />;
}

/** Shows channels and capacity of each stored day. @param days newest first */
export function CapacityHistory({ days }: { days: readonly LightningDay[] }) {
  const text = useText();
  const rows = useMemo(
    () =>
      days.map(({ added, total_capacity, channel_count }) => ({
        added,
        capacity: total_capacity,
        channels: channel_count,
      })),
    [days],
  );
  return (
    <CapacityChart
      days={rows}
      id="lightning-capacity"
      title={text('lightning.history.capacity')}
      label={text('lightning.history.capacity.label')}
      fileName="lightning-capacity"
    />
  );
}

/** Shows the nodes of each stored day by how they can be reached. @param days newest first */
export function NodesHistory({ days }: { days: readonly LightningDay[] }) {
  const text = useText();
  const { times, series } = useMemo(() => {
    const rows = days.toReversed();
    return {
      times: rows.map(({ added }) => added),
      series: reaches.map(({ key, of, colour }) => ({ key, colour, values: rows.map((row) => row[of]), words: count })),
    };
  }, [days]);
  return (
    <HistoryChart
      id="lightning-nodes"
      title={text('lightning.history.nodes')}
      label={text('lightning.history.nodes.label')}
      times={times}
      series={series}
      isStack
      fileName="lightning-nodes"
    />
  );
}
