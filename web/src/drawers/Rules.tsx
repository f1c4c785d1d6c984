/** The rules panel, made by the server from the rules that are played by; a why-not leads to its rule. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../net/api';
import { Dialog } from '../parts/Dialog';
import type { RuleRow, RuleSection, RulesPanel } from '../protocol/schema';
import { usePart } from '../state/play';
import { useSpecials } from '../learn/useSpecials';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { gameTitle } from '../text/titles';

const RulePicture = lazy(() => import('../learn/RulePicture').then(({ RulePicture }) => ({ default: RulePicture })));
const Overview = lazy(() => import('../learn/Overview').then(({ Overview }) => ({ default: Overview })));

/** These say what holds in this very game, a sentence a row; the others are the chapters of the rule book. */
const OWN = ['numbers', 'tables', 'switches', 'policies', 'reconstructed'];
/** Named by refusals only: worth finding, not worth reading. */
const HIDDEN = ['refusals'];

function Ids({ row, wanted }: { row: RuleRow; wanted: string }) {
  return row.rules.map((rule) => (
    <details key={rule.id} className="rule-source" open={rule.id.toLowerCase() === wanted}>
      <summary>{rule.id}</summary>
      <p>{rule.text}</p>
    </details>
  ));
}

function Chapter({ section, wanted }: { section: RuleSection; wanted: string }) {
  const own = OWN.includes(section.key);
  const tips = useSpecials() ?? [];
  const askedBy = (rule: string): string | undefined => tips.find((tip) => tip.rule === rule)?.asked;
  const list = section.rows.map((row) =>
    own ? (
      <li key={row.key} className={row.rules.some((rule) => rule.id.toLowerCase() === wanted) ? 'rule found' : 'rule'}>
        {row.text} <Ids row={row} wanted={wanted} />
      </li>
    ) : (
      row.rules.map((rule) => (
        <li key={`${row.key} ${rule.id}`} className={rule.id.toLowerCase() === wanted ? 'rule found' : 'rule'}>
          {rule.text} <small>{rule.id}</small>
          {askedBy(rule.id) !== undefined && (
            <Suspense>
              <RulePicture topic={section.key} asked={askedBy(rule.id)} />
            </Suspense>
          )}
        </li>
      ))
    ),
  );
  const title = sayCode('rulesection', section.key);
  return own ? (
    <section>
      <h3>{title}</h3>
      <ul>{list}</ul>
    </section>
  ) : (
    <details className="chapter" open={wanted !== ''}>
      <summary>
        <h3>{title}</h3> <small>{section.rows.length}</small>
      </summary>
      <Suspense>
        <RulePicture topic={section.key} />
      </Suspense>
      <ul>{list}</ul>
    </details>
  );
}

/** What of a section matches, or null when nothing does. */
function matching(section: RuleSection, wanted: string): RuleSection | null {
  if (wanted === '') return HIDDEN.includes(section.key) ? null : section;
  const hits = section.rows.filter((row) =>
    [row.text, ...row.rules.map((rule) => `${rule.id} ${rule.text}`)].join(' ').toLowerCase().includes(wanted),
  );
  return hits.length === 0 ? null : { ...section, rows: hits };
}

export function RulesDrawer({ rule, onClose }: { rule: string | null; onClose: () => void }) {
  const t = useText();
  const { language } = useSettings();
  const { code } = usePart(({ table }) => ({ code: table.code }));
  const [panel, setPanel] = useState<RulesPanel | null>(null);
  const [find, setFind] = useState(rule ?? '');
  const [all, setAll] = useState(rule !== null);
  useEffect(() => {
    void api.rules(code).then(setPanel, () => undefined);
  }, [code, language]);
  useEffect(() => {
    if (rule !== null) setFind(rule);
  }, [rule]);
  const wanted = find.trim().toLowerCase();
  const list = useRef<HTMLDivElement>(null);
  // a refusal cites a rule: the panel opens there
  useEffect(() => {
    if (rule !== null && panel !== null) list.current?.querySelector('.found')?.scrollIntoView({ block: 'center' });
  }, [rule, panel]);
  const brief = !all && wanted === '';
  const sections = (panel?.sections ?? []).flatMap((section) => matching(section, wanted) ?? []);
  const beyond = sections.filter((section) => !HIDDEN.includes(section.key));
  return (
    <Dialog title={t('rules')} drawer onClose={onClose}>
      <div className="find-row">
        <input
          type="search"
          className="find"
          value={find}
          placeholder={t('rules.find')}
          aria-label={t('rules.find')}
          onChange={(event) => {
            setFind(event.target.value);
          }}
        />
        {wanted !== '' && (
          <button
            type="button"
            onClick={() => {
              setFind('');
            }}
          >
            {t('rules.all')}
          </button>
        )}
      </div>
      <div ref={list} className="rules" tabIndex={0} role="region" aria-label={t('rules')}>
        {brief && (
          <Suspense>
            <Overview
              onAll={() => {
                setAll(true);
              }}
            />
          </Suspense>
        )}
        {!panel && <p className="empty">{t('loading')}</p>}
        {panel && (
          <p className="note">{t('rules.note', { game: gameTitle(panel.ruleset, panel.title), n: panel.seats })}</p>
        )}
        {panel && !brief && sections.length === 0 && <p className="empty">{t('rules.none')}</p>}
        {(brief ? [] : beyond.length > 0 ? beyond : sections).map((section) => (
          <Chapter key={`${section.key} ${wanted === ''}`} section={section} wanted={wanted} />
        ))}
      </div>
    </Dialog>
  );
}
