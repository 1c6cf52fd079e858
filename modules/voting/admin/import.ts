import { audit } from '#src/platform/audit.ts';
import { type CsvRow, readCsv } from '#src/platform/csv.ts';
import type { Db } from '#src/platform/db.ts';
import { withoutGuard } from '#src/shared/csv.ts';
import { type Fault, faultOf } from '#src/shared/faults.ts';
import { isStorable } from '#src/shared/texts.ts';
import {
  CreateTopic,
  type ImportReport,
  type TopicAdministration,
  type TopicColumn,
  topicColumns,
} from '../contract/admin.ts';
import { insertTopics } from './edits.ts';
import { inOurWords } from './refusals.ts';
import { choiceFieldsOf, fieldsOf } from './state.ts';

const mostLines = 20_000;

/** What is wrong where; the key stands below `errors:field.`. */
interface CellFault {
  line: number;
  column: string | null;
  key: Fault;
}

interface Row {
  line: number;
  cells: Record<TopicColumn, string>;
}

/** Topics from a file: all of them or none. */
export function createTopicImport(db: Db): Pick<TopicAdministration, 'importTopics'> {
  return {
    async importTopics(admin, file, { trial, t }) {
      const { topics, faults } = readTopics(textOf(file));
      const report: ImportReport = {
        topics: topics.length,
        choices: topics.reduce((sum, { choices }) => sum + choices.length, 0),
        stored: false,
        errors: faults.map(({ line, column, key }) => ({ line, column, message: t(`errors:field.${key}`) })),
      };
      if (faults.length > 0 || trial) return report;
      const store = async (trx: Db): Promise<void> => {
        const ids = await insertTopics(
          trx,
          topics.map((topic) => ({ topic: fieldsOf(topic), choices: topic.choices.map(choiceFieldsOf) })),
        );
        const after = { topics: report.topics, choices: report.choices, ids };
        await audit(trx, { actor: admin, action: 'topics_imported', subject: { kind: 'topic', id: 'csv' }, after });
      };
      await db.transaction(store).catch((error) => {
        throw inOurWords(error);
      });
      return { ...report, stored: true };
    },
  };
}

/** The text of a file: UTF-8, or what spreadsheets of old save on Windows. */
function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

function readTopics(text: string): { topics: CreateTopic[]; faults: CellFault[] } {
  const { rows, brokenAt } = readCsv(text);
  const [head, ...lines] = rows;
  if (brokenAt !== null) return failed({ line: brokenAt, column: null, key: 'csv_quote' });
  if (!head || lines.length === 0) return failed({ line: 1, column: null, key: 'csv_empty' });
  if (lines.length > mostLines) return failed({ line: 1, column: null, key: 'csv_too_long' });
  const { columns, faults } = columnsOf(head);
  if (faults.length > 0) return { topics: [], faults };

  const named = lines.map((line) => rowOf(line, columns, faults));
  const topics = groupsOf(named).flatMap((group) => topicOf(group, faults) ?? []);
  return { topics, faults: firstOfEach(faults).sort((a, b) => a.line - b.line) };
}

/** A cell is named once, with the first thing that is wrong with it. */
function firstOfEach(faults: CellFault[]): CellFault[] {
  const cells = new Map(faults.toReversed().map((fault) => [`${fault.line} ${fault.column}`, fault]));
  return faults.filter((fault) => cells.get(`${fault.line} ${fault.column}`) === fault);
}

const failed = (fault: CellFault) => ({ topics: [], faults: [fault] });

/** Which column stands where. */
function columnsOf({ line, cells }: CsvRow): { columns: TopicColumn[]; faults: CellFault[] } {
  const faults: CellFault[] = [];
  const columns = cells.flatMap((cell) => {
    const name = cell.trim();
    const column = topicColumns.find((known) => known.toLowerCase() === name.toLowerCase());
    if (!column) faults.push({ line, column: name, key: 'csv_column_unknown' });
    return column ?? [];
  });
  for (const column of new Set(columns.filter((one, index) => columns.indexOf(one) !== index))) {
    faults.push({ line, column, key: 'csv_column_twice' });
  }
  if (!columns.includes('topic')) faults.push({ line, column: 'topic', key: 'csv_column_missing' });
  return { columns, faults };
}

function rowOf({ line, cells }: CsvRow, columns: TopicColumn[], faults: CellFault[]): Row {
  const named = Object.fromEntries(topicColumns.map((column) => [column, ''])) as Row['cells'];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index];
    const value = withoutGuard(cell).trim();
    if (column && isStorable(value)) named[column] = value;
    else if (column) faults.push({ line, column, key: 'invalid' });
    else if (value !== '') faults.push({ line, column: null, key: 'csv_cells' });
  }
  return { line, cells: named };
}

/** Rows that follow each other and are of one topic. */
function groupsOf(rows: Row[]): [Row, ...Row[]][] {
  const groups: [Row, ...Row[]][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const { id, topic } = row.cells;
    if (group && group[0].cells.topic === topic && group[0].cells.id === id) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** Columns of the input's fields, where they are called differently. */
const topicColumnOf = (field: string) => (field === 'name' ? 'topic' : field);
const choiceColumnOf: Record<string, TopicColumn> = {
  name: 'choice',
  description: 'choiceDescription',
  image: 'choiceImage',
};
const ofChoice = Object.values(choiceColumnOf);

/** The topic that a group of rows asks for; null where something is wrong with it. */
function topicOf(group: [Row, ...Row[]], faults: CellFault[]): CreateTopic | null {
  const [first, ...others] = group;
  const known = faults.length;
  for (const { line, cells } of others) {
    for (const column of topicColumns) {
      const differs = cells[column] !== first.cells[column] && cells[column] !== '' && !ofChoice.includes(column);
      if (differs) faults.push({ line, column, key: 'csv_differs' });
    }
  }
  const { topic: name, category, isActive, isFeatured, startDate, endDate, ...rest } = first.cells;
  const { description, nameEs, descriptionEs, nameFr, descriptionFr, image } = rest;
  const hasChoices = others.length > 0 || ofChoice.some((column) => first.cells[column] !== '');
  const choices = hasChoices ? group : [];
  const parsed = CreateTopic.safeParse({
    ...{ name, description, nameEs, descriptionEs, nameFr, descriptionFr, image, startDate, endDate },
    category: category.toLowerCase() || undefined,
    isActive: flagOf(isActive),
    isFeatured: flagOf(isFeatured),
    choices: choices.map(({ cells }) => ({
      name: cells.choice,
      description: cells.choiceDescription,
      image: cells.choiceImage,
    })),
  });
  for (const issue of parsed.error?.issues ?? []) {
    const [field, index, part] = issue.path;
    const ofRow = field === 'choices' && typeof index === 'number' ? group[index] : undefined;
    faults.push({
      line: (ofRow ?? first).line,
      column: field === 'choices' ? (choiceColumnOf[String(part)] ?? 'choice') : topicColumnOf(String(field)),
      key: faultOf(issue),
    });
  }
  return faults.length === known && parsed.data ? parsed.data : null;
}

/** Yes or no as people and spreadsheets write it; undefined for nothing, anything else as it is. */
function flagOf(cell: string): boolean | string | undefined {
  if (cell === '') return undefined;
  if (/^(1|true|yes)$/i.test(cell)) return true;
  return /^(0|false|no)$/i.test(cell) ? false : cell;
}
