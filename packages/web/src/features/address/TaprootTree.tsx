import { useState } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import texts from '../../messages/en.json?taptree';
import { useText } from '../../messages/use-text.ts';
import { type GivenTaproot, givenNames, type TapFault } from '../../script/taproot/given-taproot.ts';
import type { TapNode, TapTree } from '../../script/taproot/tap-tree.ts';
import { Card } from '../../ui/Card.tsx';
import foldStyles from '../../ui/fold.module.css';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import rowsStyles from '../../ui/rows.module.css';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { page } from '../../url.ts';
import styles from './taptree.module.css';

/** Levels that are expanded initially. */
const openLevels = 7;

interface Props {
  address: string;
  tree: TapTree | undefined;
  given: GivenTaproot | undefined;
  fault: TapFault | undefined;
  give(given: GivenTaproot): void;
}

/** Shows the known spending paths of a Taproot address: its key and the scripts of its tree. */
export function TaprootTree(props: Props) {
  return (
    <MoreTexts texts={texts}>
      <Tree {...props} />
    </MoreTexts>
  );
}

function Tree({ address, tree, given, fault, give }: Props) {
  const text = useText();
  return (
    <Card
      title={text('taptree.title')}
      id="taptree"
      className={`${styles.taptree} ${tree === undefined ? 'js-only' : ''}`}
    >
      {tree !== undefined && (
        <>
          <TableScroll label={text('taptree.label')}>
            <ul className={styles.nodes}>
              <li>
                <p className={styles.node} data-cy="tap-node">
                  <b>{text('taptree.output')}</b> <Short hex={address} />
                </p>
                <ul>
                  <li>
                    <p className={styles.node} data-cy="tap-node">
                      <b>{text('taptree.internal')}</b> <Short hex={tree.internalKey} />{' '}
                      {tree.isKeyPathDisabled && <span className="badge bad">{text('taptree.disabled')}</span>}
                    </p>
                  </li>
                  <li>
                    <p className={styles.node} data-cy="tap-node">
                      <b>{text('taptree.scripts')}</b>{' '}
                      {tree.root === undefined ? (
                        <span className="quiet">{text('taptree.noScripts')}</span>
                      ) : (
                        <Short hex={tree.root.hash} />
                      )}
                    </p>
                    {tree.root !== undefined && (
                      <ul>
                        <Node node={tree.root} depth={0} deepest={tree.levels} />
                      </ul>
                    )}
                  </li>
                </ul>
              </li>
            </ul>
          </TableScroll>
          <p className="quiet">{text(tree.root === undefined ? 'taptree.noteBare' : 'taptree.note')}</p>
        </>
      )}
      <Unpublished given={given} fault={fault} give={give} />
    </Card>
  );
}

const Short = ({ hex }: { hex: string }) => (
  <code className="code" title={hex} dir="ltr">
    {hex.slice(0, 8)}…{hex.slice(-8)}
  </code>
);

function Node({ node, depth, deepest }: { node: TapNode; depth: number; deepest: number }) {
  const text = useText();
  const { prefix } = usePlace();
  if (node.kind === 'hidden')
    return (
      <li>
        <p className={styles.node} data-cy="tap-node">
          <span className="quiet">{text('taptree.hidden')}</span> <Short hex={node.hash} />
        </p>
      </li>
    );
  if (node.kind === 'leaf')
    return (
      <li>
        <details className={styles.leaf} data-cy="tap-leaf">
          <summary>
            <b>{node.version === 0xc0 ? text('taptree.tapscript') : text('taptree.leaf')}</b> <Short hex={node.hash} />{' '}
            {node.spent === undefined && <span className="badge info">{text('taptree.given')}</span>}
          </summary>
          <dl className={rowsStyles.rows} data-part="rows">
            <div>
              <dt>{text('taptree.version')}</dt>
              <dd className="figure">0x{node.version.toString(16).padStart(2, '0')}</dd>
            </div>
            <div>
              <dt>{text('taptree.depth')}</dt>
              <dd className="figure">{depth}</dd>
            </div>
            <div>
              <dt>{text('taptree.size')}</dt>
              <dd className="figure">
                {count(node.sizeBytes)} <small>B</small>
              </dd>
            </div>
            {node.spent !== undefined && (
              <div>
                <dt>{text('taptree.shown')}</dt>
                <dd>
                  <Link to={page.input(prefix, node.spent.txid, node.spent.vin)}>{text('taptree.open')}</Link>
                </dd>
              </div>
            )}
          </dl>
          <p className="code" dir="ltr">
            {node.asm}
          </p>
        </details>
      </li>
    );
  const children = (
    <ul>
      {node.children.map((child) => (
        <Node key={child.hash} node={child} depth={depth + 1} deepest={deepest} />
      ))}
    </ul>
  );
  return (
    <li>
      <p className={styles.node} data-cy="tap-node">
        {text('taptree.branch')} <Short hex={node.hash} />
      </p>
      {depth === openLevels ? (
        <details className={styles.more} data-cy="tap-more">
          <summary>{text('taptree.all', { count: deepest - openLevels })}</summary>
          {children}
        </details>
      ) : (
        children
      )}
    </li>
  );
}

/**
 * Accepts scripts that were never revealed on chain; they stay in the URL fragment, which is not sent to the server.
 */
function Unpublished({ given, fault, give }: Pick<Props, 'given' | 'fault' | 'give'>) {
  const text = useText();
  const [typed, setTyped] = useState<GivenTaproot>();
  const shown = typed ?? given ?? {};
  return (
    <details
      className={`${foldStyles.fold} js-only`}
      data-part="fold"
      open={given !== undefined && fault !== undefined ? true : undefined}
    >
      <summary>{text('taptree.add')}</summary>
      <form
        className={styles.form}
        data-cy="tap-form"
        onSubmit={(event) => {
          event.preventDefault();
          give(shown);
          setTyped(undefined);
        }}
      >
        <p className="quiet">{text('taptree.addNote')}</p>
        {givenNames.map((name) => (
          <div className={styles.field} key={name}>
            <label htmlFor={`tap-${name}`}>{text(`taptree.${name}`)}</label>
            <textarea
              id={`tap-${name}`}
              rows={name === 'ikey' ? 1 : 2}
              spellCheck={false}
              autoComplete="off"
              dir="ltr"
              value={shown[name] ?? ''}
              aria-invalid={fault === name}
              onChange={(event) => setTyped({ ...shown, [name]: event.target.value.trim() })}
            />
          </div>
        ))}
        <p role="status" className="loss">
          {fault !== undefined && text(fault === 'foreign' ? 'taptree.foreign' : `taptree.bad.${fault}`)}
        </p>
        <button type="submit" className="button">
          {text('taptree.use')}
        </button>
      </form>
    </details>
  );
}
