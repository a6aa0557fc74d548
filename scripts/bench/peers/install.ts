import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dataDir } from '../../lib/data.ts';
import { runCommand } from '../../lib/run-command.ts';

/** Another framework for games of several players. */
export interface Peer {
  readonly name: string;
  /** The program beside this file, which is its server and exports its clients. */
  readonly program: string;
  readonly packages: readonly string[];
  /** Versions of what they depend on. */
  readonly overrides?: Readonly<Record<string, string>>;
}

export const PEERS: readonly Peer[] = [
  {
    name: 'boardgame.io',
    program: 'boardgame-io.mjs',
    packages: ['boardgame.io@0.50.2'],
    // With later versions its lobby is not found: they copy the list of handlers before the server adds its own.
    overrides: { 'koa-compose': '4.1.0' },
  },
  {
    name: 'Colyseus',
    program: 'colyseus.mjs',
    packages: [
      ...['@colyseus/core@0.16.26', '@colyseus/ws-transport@0.16.5', '@colyseus/schema@3.0.76'],
      'colyseus.js@0.16.22',
    ],
  },
];

/** A game between the two players of a pair. The first is seat 0. */
interface PeerGame {
  move(seat: number, position: number): void;
  /** Ends the game, so that the server forgets it. */
  end(): Promise<void>;
}

export interface PeerPair {
  /** Calls the listener with each number of moves that a seat has received. */
  start(onMoves: (seat: number, moves: number) => void): Promise<PeerGame>;
}

interface PeerModule {
  openPair(url: string): Promise<PeerPair>;
}

/**
 * Installs a peer in a directory of its own under `.data`, where its packages are no dependencies of this project. Returns
 * its program and its clients.
 */
export async function install(peer: Peer): Promise<{ program: string } & PeerModule> {
  const dir = join(dataDir, 'peers', peer.program.replace('.mjs', ''));
  mkdirSync(dir, { recursive: true });
  const mark = join(dir, 'installed');
  if (!existsSync(mark)) {
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ private: true, overrides: peer.overrides }));
    const { status, output } = await runCommand(
      'npm',
      'install',
      '--prefix',
      dir,
      ...NPM_OPTIONS,
      ...peer.packages,
    );
    if (status !== 0) throw new Error(`${peer.name} cannot be installed:\n${output}`);
    writeFileSync(mark, '');
  }
  const program = join(dir, peer.program);
  copyFileSync(fileURLToPath(new URL(peer.program, import.meta.url)), program);
  const { openPair } = (await import(pathToFileURL(program).href)) as PeerModule;
  return { program, openPair };
}

const NPM_OPTIONS = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
