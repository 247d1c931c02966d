import type { Target } from './layout.ts'

/** Runs the command line wherever the package lies, also where a link leads to this file. */
const shell = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../cli/cli.mjs" "$@"
`

const batch = `@echo off
"%~dp0..\\bin\\node.exe" "%~dp0cli.mjs" %*
`.replaceAll('\n', '\r\n')

/** The program `companion` of a package. */
export const launcher = ({ os }: Target) => (os === 'win' ? batch : shell)
