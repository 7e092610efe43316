/**
 * A computer of an office on which whoever looks after it gives the commands of the guides, as they stand there: what belongs to the
 * system (`sudo`, `systemctl`, its folders and accounts) is that of this test, what belongs to Perito and PostgreSQL is real.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { cli } from '../../built-program.ts';
import { freePort } from '../../free-port.ts';
import { documentText } from '../../guides.ts';
import { initialize, postgresPrograms, serverAccount, superuser } from '../../postgres-programs.ts';
import { newServerFolder, queryOnce } from './cluster.ts';

const asServer = serverAccount() === null ? '' : '/usr/sbin/runuser -u postgres --';

/** What a system has that a test must not touch. */
const system: Readonly<Record<string, string>> = {
  sudo: `if [ "$1" = -u ]; then shift 2; cd /; exec ${asServer} "$@"; fi; exec "$@"`,
  systemctl: `for word; do case $word in --*|postgresql) ;; enable) act=start;; disable) act=stop;; *) act=$word;; esac; done
    [ $act != stop ] || [ -f "$SERVER/postmaster.pid" ] || exit 0
    cd / && exec ${asServer} pg_ctl "$act" -D "$SERVER" -s -w -m fast -l "$SERVER.log" -o "$SERVER_OPTIONS" >"$SERVER.said" 2>&1`,
  pg_lsclusters: 'echo "15 main $PGPORT down postgres $SERVER /var/log/postgresql/postgresql-15-main.log"',
  ufw: ':',
  runuser: 'shift 3; exec "$@"',
  perito: documentText('service/perito-command')
    .replaceAll('/opt/perito/node_modules/node/bin/node', process.execPath)
    .replaceAll('/opt/perito/out/main/cli.js', cli),
};

export class GuidedComputer {
  readonly port: number;
  readonly #folder: string;
  readonly #address: string;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(port: number, folder: string, address: string) {
    this.port = port;
    this.#folder = folder;
    this.#address = address;
    const server = this.at('postgresql/data');
    // Debian has the list of who is let in beside the data, and its certificate at one path on each computer.
    const settings = { hba_file: 'hba.conf', ssl_cert_file: 'etc/db.pem', ssl_key_file: 'etc/db-key.pem' };
    const options = Object.entries(settings).map(([name, file]) => `-c ${name}=${this.at(file)}`);
    this.#environment = {
      PATH: [this.at('bin'), postgresPrograms, process.env['PATH']].join(delimiter),
      ...{ HOME: this.at('home'), TMPDIR: this.at('home'), PERITO_LOG_LEVEL: 'silent' },
      ...{ PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: superuser, SERVER: server },
      SERVER_OPTIONS: [`-p ${port}`, '-c unix_socket_directories=', ...options].join(' '),
    };
  }

  /** One with a server that runs, and lets in who calls from its own computer; `address` is by what others call it. Ended with the test. */
  static async open(address = '127.0.0.1'): Promise<GuidedComputer> {
    const folder = newServerFolder();
    chmodSync(folder, 0o755);
    const computer = new GuidedComputer(await freePort(), folder, address);
    for (const name of ['bin', 'etc', 'home', 'lib', 'backup', 'backups', 'shared', 'postgresql'])
      mkdirSync(computer.at(name));
    for (const [name, script] of Object.entries(system)) {
      writeFileSync(computer.at(`bin/${name}`), `#!/bin/sh\n${computer.#here(script)}\n`, { mode: 0o755 });
    }
    writeFileSync(computer.at('hba.conf'), 'host all all 127.0.0.1/32 trust\n');
    const own = serverAccount();
    if (own !== null)
      for (const name of ['hba.conf', 'postgresql']) chownSync(computer.at(name), own.uid, own.gid);
    initialize(computer.at('postgresql/data'));
    onTestFinished(() => computer.lose());
    computer.give('sudo systemctl start postgresql');
    return computer;
  }

  /** What lies there in place of what the guides name. */
  at(path: string): string {
    return join(this.#folder, path);
  }

  #here(block: string, from?: GuidedComputer): string {
    return block
      .replaceAll(/ -[og] perito\b/g, '')
      .replaceAll(serverAccount() === null ? / -[og] postgres\b/g : /$^/g, '')
      .replaceAll('--pwprompt ', '')
      .replaceAll('/var/lib/perito', this.at('lib/perito'))
      .replaceAll('/mnt/backup/perito', this.at('backup'))
      .replaceAll('/mnt/perito-attachments', this.at('shared'))
      .replaceAll('/var/backups', this.at('backups'))
      .replaceAll('/etc/postgresql', this.at('etc'))
      .replaceAll('/etc/perito', this.at('etc'))
      .replaceAll(/perito@db\.\w+\.example/g, `perito@127.0.0.1:${this.port}`)
      .replaceAll(/192\.168\.1\.(?:0\/24|%s\/32)/g, `${this.#address}/32`)
      .replaceAll(
        /host=db2?\.\w+\.example/g,
        from === undefined ? '$&' : `$& hostaddr=${from.#address} port=${from.port}`,
      );
  }

  /** Gives it commands of a guide, in the folder that has its files; what they printed. Throws where one of them fails. */
  give(block: string, more: { from?: GuidedComputer; environment?: NodeJS.ProcessEnv } = {}): string {
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', this.#here(block, more.from)], {
      ...{ cwd: this.#folder, encoding: 'utf8' },
      env: { ...this.#environment, ...more.environment },
    });
    if (status === 0) return stdout;
    const said = ['said', 'log'].map((end) => `${this.#environment['SERVER']}.${end}`);
    const server = said.flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : []));
    throw new Error([block, stdout, stderr, ...server].join('\n'));
  }

  /** Its server is gone from one moment to the other. */
  lose(): void {
    spawnSync('sh', ['-c', `cd / && exec ${asServer} pg_ctl stop -D "$SERVER" -s -m immediate`], {
      env: this.#environment,
    });
  }

  ask<Row extends object>(sql: string, database = 'postgres'): Promise<Row[]> {
    return queryOnce<Row>({ port: this.port, user: superuser, database }, sql);
  }
}
