import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../../context/clock.ts';
import { useText } from '../../messages/use-text.ts';
import formStyles from '../../ui/form.module.css';
import styles from './docs.module.css';

/** An entry that can be expanded and linked to. */
export interface DocsEntry {
  /** URL fragment. */
  id: string;
  /** Other fragments of the same entry. */
  also?: readonly string[];
  /** Label in the list. */
  label: React.ReactNode;
  /** Always visible part. */
  summary: React.ReactNode;
  /** Text that the filter searches. */
  words: string;
  body: React.ReactNode;
}

/** A group of entries on a page of its own. */
export interface DocsLink {
  /** The id of the group; that of this page is in `groups`. */
  id: string;
  title: string;
  to: string;
  count: number;
}

/** A group of entries. */
export interface DocsGroup {
  /** URL fragment of its heading. */
  id: string;
  title: string;
  entries: readonly DocsEntry[];
}

const fits = ({ words }: DocsEntry, typed: string): boolean => {
  const own = words.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => own.includes(word));
};

/** Returns the details element. The fragment is inside it, so that browsers open it without scripts. */
const foldOf = (id: string): HTMLDetailsElement | null | undefined => document.getElementById(id)?.closest('details');

function unfold(id: string): void {
  const fold = foldOf(id);
  if (!fold) return;
  fold.open = true;
  fold.scrollIntoView({ block: 'start' });
}

/** Returns the entry that the URL fragment names; only known in the browser. */
function useNamed(groups: readonly DocsGroup[]): DocsEntry | undefined {
  const { hash } = useLocation();
  // fragments are not sent to the server
  const name = useHydrated() ? hash.slice(1) : '';
  if (name === '') return undefined;
  return groups.flatMap(({ entries }) => entries).find(({ id, also }) => id === name || also?.includes(name));
}

/** Entries by group, with a list of all: a fragment opens an entry, and opening an entry sets the fragment. */
export function DocsFrame({
  label,
  groups,
  links,
  kind,
}: {
  label: string;
  groups: readonly DocsGroup[];
  /** All groups in display order, if they have pages of their own. */
  links?: readonly DocsLink[];
  kind: 'question' | 'route';
}) {
  const text = useText();
  const navigate = useNavigate();
  const { key } = useLocation();
  const named = useNamed(groups);
  const list = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const isShown = (entry: DocsEntry) => wanted === '' || fits(entry, wanted);
  const shown = groups.flatMap(({ entries }) => entries).filter(isShown).length;
  const id = named?.id;

  // a hidden entry must be shown before it can be scrolled to
  const [target, setTarget] = useState<{ id: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location key changes when a link to the current fragment is followed
  useEffect(() => {
    if (id === undefined) return;
    setTyped('');
    setTarget({ id });
  }, [id, key]);
  useEffect(() => {
    if (target === undefined) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    unfold(target.id);
  }, [target]);

  const turn = (entry: DocsEntry, event: React.MouseEvent) => {
    event.preventDefault();
    const fold = foldOf(entry.id);
    if (fold?.open) {
      fold.open = false;
      return;
    }
    unfold(entry.id);
    if (entry.id !== id) void navigate(`#${entry.id}`, { preventScrollReset: true });
  };

  return (
    <div className={styles.frame}>
      <nav ref={list} className={styles.nav} data-cy="docs-nav" aria-label={label}>
        <input
          type="search"
          className={`form-control ${formStyles.formControl} js-only`}
          aria-label={text('docs.filter')}
          placeholder={text('docs.filter')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
        />
        <ul>
          {(links ?? groups).map(({ id: groupId }) => {
            const group = groups.find((each) => each.id === groupId);
            const link = links?.find((each) => each.id === groupId);
            return group === undefined ? (
              <li key={groupId}>{link !== undefined && <OtherGroup link={link} />}</li>
            ) : (
              <GroupList key={groupId} group={group} named={named} isShown={isShown} />
            );
          })}
        </ul>
      </nav>
      <div className={styles.groups} data-cy="docs-groups">
        <p role="status" className={shown === 0 ? `quiet ${styles.none}` : 'sr-only'}>
          {shown === 0 ? text('docs.none') : wanted === '' ? '' : text('docs.shown', { count: shown })}
        </p>
        {groups.map((group) => (
          <Entries key={group.id} group={group} kind={kind} isShown={isShown} turn={turn} />
        ))}
      </div>
    </div>
  );
}

function OtherGroup({ link: { to, title, count } }: { link: DocsLink }) {
  return (
    <Link className={styles.navGroup} to={to}>
      {title} <small>{count}</small>
    </Link>
  );
}

/** A group in the list of the frame, with its entries. */
function GroupList(props: { group: DocsGroup; named: DocsEntry | undefined; isShown: (entry: DocsEntry) => boolean }) {
  const { isShown, named } = props;
  const { id, title, entries } = props.group;
  return (
    <li hidden={!entries.some(isShown)}>
      <Link className={styles.navGroup} to={`#${id}`}>
        {title} <small>{entries.filter(isShown).length}</small>
      </Link>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} hidden={!isShown(entry)}>
            <Link to={`#${entry.id}`} aria-current={entry === named ? 'location' : undefined} preventScrollReset>
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Shows the entries of a group below its heading. */
function Entries(props: {
  group: DocsGroup;
  kind: 'question' | 'route';
  isShown(entry: DocsEntry): boolean;
  turn(entry: DocsEntry, event: React.MouseEvent): void;
}) {
  const { group, kind, isShown, turn } = props;
  return (
    <section aria-labelledby={group.id} hidden={!group.entries.some(isShown)}>
      <h2 id={group.id}>{group.title}</h2>
      {group.entries.map((entry) => (
        <details key={entry.id} className={styles[kind]} data-kind={kind} hidden={!isShown(entry)}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary handles clicks and keys like a button */}
          <summary onClick={(event) => turn(entry, event)}>{entry.summary}</summary>
          <div className={styles.body} data-cy="docs-body" id={entry.id}>
            {entry.also?.map((name) => (
              <span key={name} id={name} className={styles.alias} />
            ))}
            {entry.body}
          </div>
        </details>
      ))}
    </section>
  );
}
