import { run } from './run.ts'

// Whoever reads the output may stop before its end: `companion ... | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

// Not `process.exit`, which would cut off what is still on its way into a pipe.
process.exitCode = await run(process.argv.slice(2), process.env)
