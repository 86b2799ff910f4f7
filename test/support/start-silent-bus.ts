import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A session bus on which the Secret Service is being started and never comes. */
export async function startSilentBus(folder: string) {
  const services = join(folder, 'services');
  mkdirSync(services, { recursive: true });
  writeFileSync(
    join(services, 'org.freedesktop.secrets.service'),
    '[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/sleep 600\n',
  );
  const configuration = join(folder, 'bus.conf');
  writeFileSync(
    configuration,
    `<busconfig><type>session</type><listen>unix:tmpdir=${folder}</listen>
<servicedir>${services}</servicedir><limit name="service_start_timeout">600000</limit>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`,
  );
  const bus = spawn('dbus-daemon', [`--config-file=${configuration}`, '--nofork', '--print-address']);
  const address = await new Promise<string>((done) => {
    bus.stdout.once('data', (text: Buffer) => {
      done(text.toString().trim());
    });
  });
  let printed = '';
  const asked = new Promise<void>((done) => {
    bus.stderr.on('data', (text: Buffer) => {
      printed += text.toString();
      if (printed.includes('Activating service')) done();
    });
  });
  return {
    address,
    /** Resolves when a program has asked for the service. */
    asked,
    /** How often the bus tried to start the service. */
    activationCount: () => printed.split('Activating service').length - 1,
    close: () => void bus.kill(),
  };
}
