import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from './needs.ts';
import { shareTemplate } from './templates.ts';

/** Key and certificate chain of a server, as PEM texts. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  /** A file with the one trusted root. */
  readonly trustedRoots: string;
  of(name: CertificateName): ServerCertificate;
}

/** One that is good, and one for everything that can be wrong. */
export type CertificateName =
  | 'good'
  | 'expired'
  | 'not-yet-valid'
  | 'self-signed'
  | 'untrusted-chain'
  | 'unknown-issuer'
  | 'other-host'
  | 'issued-without-right'
  | 'for-clients-only';

const day = 24 * 60 * 60 * 1000;

const chains: Partial<Record<CertificateName, readonly string[]>> = {
  'untrusted-chain': ['stranger.crt'],
  'issued-without-right': ['twig.crt', 'branch.crt'],
};

/**
 * Certificates of the system's openssl, made when a test first uses one; without openssl that test is skipped.
 *
 * @param folder an empty folder for them; otherwise the tests of a run share them
 */
export function makeCertificates(folder?: string): Certificates {
  let made: string | undefined;
  const at = (name: string): string => {
    needs('openssl');
    made ??= folder === undefined ? shareTemplate('certificates', issueCertificates) : issueCertificates(folder);
    return join(made, name);
  };
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  return {
    get trustedRoots() {
      return at('root.crt');
    },
    of: (name) => ({ key: read(`${name}.key`), cert: [`${name}.crt`, ...(chains[name] ?? [])].map(read).join('') }),
  };
}

/** Returns the folder, which has a key and a certificate of each name. */
function issueCertificates(folder: string): string {
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const configuration = at('openssl.cnf');
  mkdirSync(at('issued'));
  writeFileSync(at('index.txt'), '');
  writeFileSync(at('serial'), '1000\n');
  writeFileSync(
    configuration,
    `[req]
distinguished_name = name
prompt = no
[name]
CN = localhost
[ca]
default_ca = issue
[issue]
dir = ${folder}
database = ${at('index.txt')}
new_certs_dir = ${at('issued')}
serial = ${at('serial')}
default_md = sha256
policy = policy
unique_subject = no
[policy]
commonName = supplied
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[branch]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
[server]
basicConstraints = CA:FALSE
subjectAltName = DNS:localhost
extendedKeyUsage = serverAuth
[other]
basicConstraints = CA:FALSE
subjectAltName = DNS:elsewhere.example
[client]
basicConstraints = CA:FALSE
subjectAltName = DNS:localhost
extendedKeyUsage = clientAuth
`,
  );
  const makeKey = (name: string): void => {
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${name}.key`);
  };
  const selfSign = (name: string, commonName: string, extensions: string): void => {
    makeKey(name);
    openssl(
      ...['req', '-x509', '-new', '-config', configuration, '-extensions', extensions],
      ...['-subj', `/CN=${commonName}`, '-key', `${name}.key`, '-days', '30', '-out', `${name}.crt`],
    );
  };
  const issue = (
    name: string,
    issuer: string,
    extensions: string,
    [from, to]: readonly [number, number] = [-1, 30],
  ): void => {
    makeKey(name);
    openssl(
      ...['req', '-new', '-config', configuration, '-subj', `/CN=${name}`],
      ...['-key', `${name}.key`, '-out', `${name}.csr`],
    );
    openssl(
      ...['ca', '-batch', '-notext', '-config', configuration, '-extensions', extensions],
      ...['-cert', `${issuer}.crt`, '-keyfile', `${issuer}.key`, '-in', `${name}.csr`],
      ...['-startdate', formatDate(from), '-enddate', formatDate(to), '-out', `${name}.crt`],
    );
  };
  selfSign('root', 'Company Root', 'root');
  selfSign('stranger', 'Stranger Root', 'root');
  selfSign('self-signed', 'localhost', 'server');
  issue('good', 'root', 'server');
  issue('expired', 'root', 'server', [-30, -1]);
  issue('not-yet-valid', 'root', 'server', [10, 30]);
  issue('other-host', 'root', 'other');
  issue('for-clients-only', 'root', 'client');
  issue('unknown-issuer', 'stranger', 'server');
  issue('untrusted-chain', 'stranger', 'server');
  issue('branch', 'root', 'branch');
  issue('twig', 'branch', 'root');
  issue('issued-without-right', 'twig', 'server');
  return folder;
}

/** `YYMMDDHHMMSSZ`, so many days from now. */
function formatDate(days: number): string {
  const iso = new Date(Date.now() + days * day).toISOString();
  return `${iso.slice(2, 19).replaceAll(/[-:T]/g, '')}Z`;
}
