import { ownValue } from '../../../shared/own-value.ts';
import { defineFormat, formatRowName, isOpen, type ExportRow } from '../format.ts';
import { controls, beyondAscii } from './text.ts';
import { isIP } from 'node:net';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ownValue(escapes, character) ?? character);

const formatAuthentication = (row: ExportRow): string =>
  isOpen(row)
    ? '<Authentication enabled="false" />'
    : `<Authentication enabled="true"><Password>${escapeXml(row.password)}</Password>` +
      `<Username>${escapeXml(row.username)}</Username></Authentication>`;

const firstId = 100;

/** A Proxifier 4 profile without rules. Its `HTTPS` type is HTTP with CONNECT. */
export const proxifier = defineFormat({
  name: 'proxifier',
  aliases: ['ppx'],
  label: 'Proxifier profile',
  group: 'Proxy apps',
  extension: 'ppx',
  mimeType: 'application/xml',
  wantsDetails: true,
  canOmitCredentials: true,
  forbidden: [controls],
  encode: (row) =>
    `    <Proxy id="${String(firstId + row.index - 1)}" type="${row.protocol === 'http' ? 'HTTPS' : 'SOCKS5'}">` +
    `${formatAuthentication(row)}<Options>48</Options>` +
    `<Port>${String(row.port)}</Port><Address>${escapeXml(row.host)}</Address>` +
    `<Label>${escapeXml(formatRowName(row))}</Label></Proxy>`,
  frame: {
    head: [
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
      '<ProxifierProfile version="102" platform="Windows" product_id="0" product_minver="400">',
      '  <Options>',
      '    <Resolve><AutoModeDetection enabled="true" /><ViaProxy enabled="false" /><BlockNonATypes enabled="false" /><ExclusionList OnlyFromListMode="false">%ComputerName%; localhost; *.local</ExclusionList><DnsUdpMode>0</DnsUdpMode></Resolve>',
      // Otherwise passwords count as encrypted.
      '    <Encryption mode="disabled" />',
      '    <ConnectionLoopDetection enabled="true" resolve="true" /><Udp mode="mode_bypass" /><LeakPreventionMode enabled="false" />',
      '    <ProcessOtherUsers enabled="false" /><ProcessServices enabled="false" /><HandleDirectConnections enabled="false" /><HttpProxiesSupport enabled="false" />',
      '  </Options>',
      '  <ProxyList>',
    ],
    separator: '',
    foot: [
      '  </ProxyList>',
      '  <ChainList />',
      '  <RuleList>',
      '    <Rule enabled="true"><Action type="Direct" /><Targets>localhost; 127.0.0.1; %ComputerName%; ::1</Targets><Name>Localhost</Name></Rule>',
      '    <Rule enabled="true"><Action type="Direct" /><Name>Default</Name></Rule>',
      '  </RuleList>',
      '</ProxifierProfile>',
    ],
  },
});

/** One random proxy per connection, no chain. White space separates fields and cannot be escaped. */
export const proxychains = defineFormat({
  name: 'proxychains',
  aliases: ['proxychains-ng'],
  label: 'proxychains-ng configuration',
  group: 'Command line',
  extension: 'conf',
  mimeType: 'text/plain',
  canOmitCredentials: true,
  // proxychains-ng reads no more.
  maxProxies: 512,
  forbidden: [
    {
      pattern: /[\s\p{Cc}\p{Cs}]/u,
      words: 'white space or a control character',
      instead: 'URL formats',
    },
    // Its base64 encoding corrupts them.
    beyondAscii,
  ],
  refuse(row) {
    const { host, username, password } = row;
    if (isIP(host) === 0) return 'the host is a name, and proxychains needs an address';
    if (isOpen(row)) return undefined;
    return [username, password].some((text) => text === '' || Buffer.byteLength(text) > 255)
      ? 'a user name or password is empty or longer than 255 bytes, which proxychains does not support; URL formats can'
      : undefined;
  },
  encode: (row) =>
    `${row.protocol} ${row.host} ${String(row.port)}${isOpen(row) ? '' : ` ${row.username} ${row.password}`}`,
  frame: {
    head: ['random_chain', 'chain_len = 1', 'proxy_dns', '[ProxyList]'],
    separator: '',
    foot: [],
  },
});
