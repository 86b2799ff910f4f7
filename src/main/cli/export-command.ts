import { basename, resolve } from 'node:path';
import { fail } from '../../shared/failure.ts';
import type { ExportProtocol, IpVersion } from '../../shared/export.ts';
import { chooseFormat, exportFormats } from '../exports/formats/index.ts';
import { findTemplate } from '../exports/saved-templates.ts';
import type { Store } from '../store/contract.ts';
import { prepareExport } from '../exports/prepare.ts';
import { writeLines } from '../exports/write.ts';
import { defineCommand } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { formatProgress, refuseWords } from './output.ts';

/** `export`: proxy lines for one proxy user, to standard output or to a file. */
export const exportCommand = defineCommand({
  usage:
    'export --user ID [--format NAME | --template TEXT | --template-name NAME] [--protocol http|socks5] [--ip 4|6] [--where QUERY] [--output FILE]',
  summary: `Write the proxies that a proxy user may use, with its credentials. Formats: ${exportFormats
    .map(({ name }) => name)
    .join(', ')}.`,
  options: {
    user: 'text',
    format: 'text',
    template: 'text',
    'template-name': 'text',
    protocol: 'text',
    ip: 'text',
    where: 'text',
    output: 'text',
  },
  async run({ session, output, signal }, words, options) {
    refuseWords(words);
    if (options.user === undefined) {
      throw fail(
        'invalid-input',
        'export needs --user ID; the users are listed by: proxydeck users',
      );
    }
    const opened = session();
    const template = readTemplate(opened.store, options);
    const format = chooseFormat({
      format: template === undefined ? (options.format ?? 'host:port:user:pass') : 'template',
      template,
    });
    const protocol = readProtocol(options.protocol, format.protocol);
    if (format.hasCredentials) await opened.unlock();
    const prepared = prepareExport(opened.store, {
      proxyUserId: options.user,
      proxies: { kind: 'query', where: options.where ?? '' },
      format: format.name,
      template,
      protocol,
      ip: readIpVersion(options.ip),
    });
    const path = options.output === undefined ? undefined : resolve(options.output);
    const lines: string[] = [];
    if (path !== undefined) {
      await writeLines(path, prepared.lines, signal, () => {
        output.progress(formatProgress('Rows', prepared.writtenCount(), null));
      });
    } else if (output.isJson) lines.push(...prepared.lines);
    else await output.stream(prepared.lines, false);

    const { writtenCount, leftOut } = prepared.count();
    output.json({
      written: writtenCount,
      left_out: leftOut,
      format: format.name,
      ...(path === undefined ? { lines } : { file: path }),
    });
    const target = path === undefined ? '' : ` to ${basename(path)}`;
    output.message(`${String(writtenCount)} written${target}.`);
    for (const { count, message } of leftOut) {
      output.message(`${String(count)} left out: ${message}`);
    }
    return leftOut.some(({ reason }) => reason === 'not-representable' || reason === 'no-password')
      ? exitCodes.incomplete
      : exitCodes.done;
  },
});

/** The template that is given or named; undefined: a format is. */
function readTemplate(
  store: Store,
  options: {
    readonly format: string | undefined;
    readonly template: string | undefined;
    readonly 'template-name': string | undefined;
  },
): string | undefined {
  const { format, template, 'template-name': name } = options;
  if ([format, template, name].filter((option) => option !== undefined).length > 1) {
    throw fail('invalid-input', 'Give one of --format, --template and --template-name.');
  }
  return name === undefined ? template : findTemplate(store, name).text;
}

function readProtocol(text: string | undefined, bound: ExportProtocol | null): ExportProtocol {
  if (text !== undefined && text !== 'http' && text !== 'socks5') {
    throw fail('invalid-input', `--protocol takes http or socks5, not "${text}".`);
  }
  if (text !== undefined && bound !== null && text !== bound) {
    throw fail('invalid-input', `This format is for ${bound}; leave out --protocol ${text}.`);
  }
  return text ?? bound ?? 'http';
}

function readIpVersion(text: string | undefined): IpVersion {
  if (text === undefined || text === '4' || text === '6') return text ?? '4';
  throw fail('invalid-input', `--ip takes 4 or 6, not "${text}".`);
}
