import type { HostHealth } from '@glassblock/contract';
import { count } from '../../format/amount.ts';
import { flagOf } from '../../format/flag.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import listStyles from '../../ui/list.module.css';
import { Age } from '../../ui/values.tsx';
import styles from './operator.module.css';

/** Versions of the parts of a host, in the order of the columns. */
const versions = ['hybrid', 'frontend', 'backend', 'electrs', 'ssr', 'core', 'os'] as const;
/** They are always shown: this server reads them. */
const own: readonly string[] = ['backend', 'core', 'os'];

/** Placeholder of an unknown value. */
const nothing = '~';

interface State {
  tone: 'ok' | 'warn' | 'bad' | 'info' | '';
  text: TextId;
}

function stateOf({ checked, unreachable, outOfSync, active }: HostHealth): State {
  if (!checked) return { tone: '', text: 'monitor.checking' };
  if (unreachable) return { tone: 'bad', text: 'monitor.unreachable' };
  if (outOfSync) return { tone: 'warn', text: 'monitor.behind' };
  return active ? { tone: 'ok', text: 'monitor.best' } : { tone: 'info', text: 'monitor.inSync' };
}

/** Lists the hosts, the best first. */
export function HostTable({ hosts }: { hosts: readonly HostHealth[] }) {
  const text = useText();
  const shown = versions.filter((name) => own.includes(name) || hosts.some(({ hashes }) => name in hashes));
  const hasCountries = hosts.some(({ country }) => country !== undefined);
  const labels = {
    rank: '#',
    country: text('monitor.country'),
    host: text('monitor.host'),
    state: text('monitor.state'),
    updated: text('monitor.updated'),
    rtt: text('monitor.rtt'),
    height: text('monitor.height'),
  };
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy} ${styles.table}`}
      data-part="list stacking"
      data-cy="monitored-hosts"
    >
      <thead>
        <tr>
          <th scope="col">{labels.rank}</th>
          {hasCountries && <th scope="col">{labels.country}</th>}
          <th scope="col">{labels.host}</th>
          <th scope="col">{labels.state}</th>
          <th scope="col">{labels.updated}</th>
          <th scope="col" className={listStyles.number}>
            {labels.rtt}
          </th>
          <th scope="col" className={listStyles.number}>
            {labels.height}
          </th>
          {shown.map((name) => (
            <th key={name} scope="col">
              {text(`monitor.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hosts.map((host, place) => {
          const state = stateOf(host);
          const isAnswering = host.checked && !host.unreachable;
          return (
            <tr key={host.host}>
              <td data-label={labels.rank} className="figure quiet">
                {count(place + 1)}
              </td>
              {hasCountries && (
                <td data-label={labels.country}>{host.country === undefined ? nothing : countryText(host.country)}</td>
              )}
              <td data-label={labels.host} className={styles.host}>
                <HostLink host={host} />
              </td>
              <td data-label={labels.state}>
                <span className={`badge ${state.tone}`}>{text(state.text)}</span>
              </td>
              <td data-label={labels.updated} className="quiet">
                {host.lastChecked > 0 ? <Age time={Math.floor(host.lastChecked / 1000)} /> : nothing}
              </td>
              <td data-label={labels.rtt} className={`${listStyles.number} figure`}>
                {host.rtt === null ? nothing : text('monitor.ms', { ms: count(Math.round(host.rtt)) })}
              </td>
              <td data-label={labels.height} className={`${listStyles.number} figure`}>
                {isAnswering ? count(host.latestHeight) : nothing}
              </td>
              {shown.map((name) => (
                <td key={name} data-label={text(`monitor.${name}`)} className={styles.version}>
                  <bdi title={String(host.hashes[name] ?? '')}>{versionText(name, host.hashes[name])}</bdi>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Links the status page of a host, which this page does not embed: nothing is loaded from other servers. */
function HostLink({ host: { host, url } }: { host: HostHealth }) {
  const name = <bdi>{escapeInvisible(host)}</bdi>;
  if (url === undefined) return name;
  return (
    <a href={`${url}/status`} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Returns flag and name of a country. */
const countryText = (isoCode: string): string => `${flagOf(isoCode)} ${countryNames.of(isoCode) ?? isoCode}`;

/** Returns a version as shown: commits by their first digits. */
function versionText(name: (typeof versions)[number], version: string | number | undefined): string {
  if (version === undefined || version === '') return nothing;
  const written = escapeInvisible(String(version));
  return /^[0-9a-f]{12,}$/.test(written)
    ? written.slice(0, 8)
    : name === 'core'
      ? written.replace(/^\/|\/$/g, '')
      : written;
}
