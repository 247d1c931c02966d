import type { Flag, TableEntry } from './command-table.ts'

/** The completion of bash, from 3.2 on, for a folder of bash-completion or to be sourced. */
export function bashCompletion(table: readonly TableEntry[]): string {
  const at = table.map(
    ({ path, commands, flags }) =>
      `    ${quoted(path.join(' '))}) commands=${quoted(commands.map(({ name }) => name).join(' '))} ` +
      `flags=${quoted(flags.flatMap(({ names }) => names).join(' '))} ` +
      `valued=${quoted(namesOf(flags.filter(({ valued }) => valued)).join(' '))} ;;`,
  )
  return `# bash completion for companion
_companion_at() {
  case $1 in
${at.join('\n')}
  esac
}

_companion_choices() {
  case $1 in
${choicesOf(table)
  .map(({ place, choices }) => `    ${quoted(place)}) choices=${quoted(choices.join(' '))} ;;`)
  .join('\n')}
  esac
}

_companion() {
  local IFS=$' \\t\\n' current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local at='' commands='' flags='' valued='' choices='' word i
  COMPREPLY=()
  _companion_at ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ " $valued " == *" $word "* ]]; then
      ((i++))
    elif [[ -n $word && " $commands " == *" $word "* ]]; then
      at="\${at:+$at }$word"
      _companion_at "$at"
    fi
  done
  if [[ " $valued " == *" $previous "* ]]; then
    _companion_choices "$at $previous"
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}

complete -o default -F _companion companion
`
}

/** The completion of zsh, for a folder in `fpath` as `_companion`, or to be sourced after `compinit`. */
export function zshCompletion(table: readonly TableEntry[]): string {
  const described = (name: string, text: string) => quoted(`${name.replaceAll(':', '\\:')}:${oneLine(text)}`)
  const at = table.map(({ path, commands, flags }) => {
    const below = commands.map(({ name, summary }) => described(name, summary))
    const all = flags.flatMap(({ names, description }) => names.map((name) => described(name, description)))
    const valued = namesOf(flags.filter((flag) => flag.valued)).map(quoted)
    return `    ${quoted(path.join(' '))})\n      below=(${below.join(' ')})\n      flags=(${all.join(' ')})\n      valued=(${valued.join(' ')}) ;;`
  })
  return `#compdef companion
_companion_at() {
  case $1 in
${at.join('\n')}
  esac
}

_companion_choices() {
  case $1 in
${choicesOf(table)
  .map(({ place, choices }) => `    ${quoted(place)}) choices=(${choices.map(quoted).join(' ')}) ;;`)
  .join('\n')}
  esac
}

_companion() {
  local -a below flags valued choices
  local at='' word previous=$words[CURRENT-1]
  local -i i
  _companion_at ''
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if (( \${valued[(Ie)$word]} )); then
      (( i++ ))
    elif (( \${\${below%%:*}[(Ie)$word]} )); then
      at="\${at:+$at }$word"
      _companion_at "$at"
    fi
  done
  if (( \${valued[(Ie)$previous]} )); then
    _companion_choices "$at $previous"
    if (( $#choices )); then compadd -a choices; else _files; fi
  elif [[ $words[CURRENT] == -* ]]; then
    _describe -o option flags
  elif (( $#below )); then
    _describe command below
  else
    _files
  fi
}

if [[ $funcstack[1] == _companion ]]; then _companion "$@"; else compdef _companion companion; fi
`
}

/** The completion of fish, for a folder of its completions, or to be sourced. */
export function fishCompletion(table: readonly TableEntry[]): string {
  const lines = table.flatMap(({ path, commands, flags, args }) => {
    const here = `complete -c companion -n ${fishQuoted(`__companion_at ${fishQuoted(path.join(' '))}`)}`
    return [
      ...commands.map(({ name, summary }) => `${here} -a ${name} -d ${fishQuoted(oneLine(summary))}`),
      ...flags.map((flag) => `${here} ${fishFlag(flag)}`),
      ...(args.some((arg) => arg.includes('file')) ? [`${here} -F`] : []),
    ]
  })
  const paths = table.filter(({ path }) => path.length > 0).map(({ path }) => fishQuoted(path.join(' ')))
  return `# fish completion for companion
set -g __companion_paths ${paths.join(' ')}

function __companion_at
    set -l at
    for word in (commandline -opc)[2..-1]
        set -l further (string trim "$at $word")
        if contains -- "$further" $__companion_paths
            set at $further
        end
    end
    test "$at" = "$argv[1]"
end

complete -c companion -f
${lines.join('\n')}
`
}

function fishFlag({ names, valued, choices, description }: Flag): string {
  const words = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  const value = choices.length > 0 ? [`-x -a ${fishQuoted(choices.join(' '))}`] : valued ? ['-r -F'] : []
  return [...words, ...value, `-d ${fishQuoted(oneLine(description))}`].join(' ')
}

const namesOf = (flags: readonly Flag[]) => flags.flatMap(({ names }) => names)

/** What may follow a flag, by the words before: `memory search --kind`. */
const choicesOf = (table: readonly TableEntry[]) =>
  table.flatMap(({ path, flags }) =>
    flags
      .filter(({ choices }) => choices.length > 0)
      .flatMap(({ names, choices }) =>
        names.map((name) => ({ place: `${path.join(' ')} ${name}`, choices })),
      ),
  )

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** In single quotes, for bash and zsh. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same for fish, where a backslash is one more to be told. */
const fishQuoted = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
