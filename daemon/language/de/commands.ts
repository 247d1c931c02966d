import { type Forgetting, forgettingOf, type ForgetTarget } from '../forgetting.ts'
import { whole } from './clock.ts'
import { numberOf } from './numbers.ts'
import { similarity, stemsOf } from './stems.ts'

/** More messages of a conversation are not forgotten at once. */
const maxMessages = 200

const polite = String.raw`(?:bitte|mal|doch|wieder|ganz|schnell|lieber|sofort|einfach|gleich|auch|jetzt|dann|halt|am besten|komplett|echt|sicherheitshalber|nur|noch|mir|dir|du)`
const verb = String.raw`(?:vergiss|vergiß|vergess(?:e|en)?|lösch(?:e|en)?|streich(?:e|en)?|tilg(?:e|en)?|entfern(?:e|en)?|verwirf|radier(?:e|en)?|schmeiß(?:e|en)?|schmeiss(?:e|en)?|wirf|werfen|vergisses)`
const lead = String.raw`(?:(?:ok|okay|ach|äh|ähm|nein|nee|ne|oh|hey|du|bitte|also|so|und|sorry|moment|halt|stopp|stop|puh|hm+|quatsch|mist|ups|oh nein|oh gott|weißt du was|companion|naja|na|ja|aber|dann|jetzt|kannst|oder)[\s,.!…-]+)*`
const keepVerb = String.raw`(?:merk(?:e|en|st)?|behalt(?:e|en|est|est)?|behältst|speicher(?:e|n|st)?|notier(?:e|en|st)?|aufschreib(?:e|en)?|schreib(?:e|en|st)?|aufheb(?:en|st)?|aufbewahr(?:en|e)?|festhalt(?:en)?|halt(?:e)?|abspeicher(?:n)?|mitschreib(?:en)?|protokollier(?:en|e)?|aufzeichn(?:en|e)?|wissen|weißt)`
const never = String.raw`(?:nicht|net|ned|nid|nöd|nichts|nix|bloß nicht|ja nicht|auf keinen fall|gar nicht|gar nichts|lieber nicht)`

const no = whole(
  String.raw`vergiss (?:\p{L}+ )?(?:nicht|net|ja nicht|bloß nicht|nie)|(?:nicht|nie) (?:zu )?vergessen(?! dass)|(?:ich|man|er|sie|wir|mama|papa|oma|opa) (?:\p{L}+ ){0,3}(?:vergesse|vergessen|vergisst|vergaß)(?! (?:bitte|will|sollst))|(?:immer|ständig|oft|dauernd) (?:\p{L}+ ){0,3}vergessen|vergesslich`,
  'iu',
)
const perfect = whole(
  String.raw`(?:hab|habe|hast|hat|haben|hatte|wurde|wird|habt)\b[^.?!]*\b(?:vergessen|gelöscht|gestrichen)`,
  'iu',
)
const asksFor = whole(
  String.raw`(?:kannst|könntest|würdest|sollst|solltest|musst|darfst|magst|bitte)|(?:vergessen|löschen) bitte`,
  'iu',
)
/** Whether a sentence only speaks of forgetting: "Ich vergesse immer alles". */
export const isNoCommand = (sentence: string): boolean =>
  (no.test(sentence) || (perfect.test(sentence) && !asksFor.test(sentence))) &&
  !/(?:^|[,.] ?)(?:also |bitte |dann )*(?:vergiss|lösch|streich)\p{L}* (?!nicht|net|ja nicht|bloß nicht|nie)/iu.test(
    sentence,
  ) &&
  !/^(?:alles|was) (?:\p{L}+ )*(?:über|von|zu|mit)[^.?!]*(?:vergessen|löschen|streichen)/iu.test(sentence)

const stop = whole(
  String.raw`(?:hör|hörst)(?:e)? (?:\p{L}+ )*auf[, ]+(?:\p{L}+ )*(?:zu )?(?:merken|speichern|behalten|notieren|mitzuschreiben|mitschreiben|aufzuschreiben|zuzuhören|aufzuzeichnen|mitzuhören|abzuspeichern|mitzumerken|mitzunotieren)|(?:merk|behalt|speicher|notier|schreib|zeichne|zeichn)(?:e|st)? (?:dir |du |dir ab jetzt |ab (?:jetzt|sofort|heute) |bitte |mal |erst ?mal |vorerst |jetzt |erst einmal |für heute |heute |(?:dir )?von jetzt an )*(?:dir )?(?:bitte |mal |erst ?mal |jetzt |ab jetzt |vorerst )*(?:nichts|nix|gar nichts|nicht(?: mehr)? (?:alles|mit|auf))(?: mehr)?(?: (?:von dem|mehr|davon|was ich|auf|mit))*|(?:ab (?:jetzt|sofort|hier|heute)|von jetzt an|erst ?mal|bis auf weiteres|vorerst|für (?:die nächste|eine|ne) (?:stunde|weile|zeit)|heute|eine weile|ne weile|jetzt)(?:,? ?(?:bitte|mal|sollst du|darfst du|möchte ich,? dass du|will ich,? dass du|merkst du|dir|du|erst ?mal|wird|bleibt|lieber))* (?:dir )?(?:bitte )?(?:nichts|nix|gar nichts|nicht)(?: mehr)? (?:mehr )?(?:zu )?(?:merken|speichern|behalten|mitschreiben|aufschreiben|notieren|aufzeichnen|gemerkt|gespeichert|mitgeschrieben|aufgezeichnet|notiert)|(?:stell|schalt|mach)(?:e)? (?:das|dein|deine|mal) (?:merken|gedächtnis|mitschreiben|speichern|aufzeichnung|aufnahme|erinnerungsfunktion)(?: \p{L}+)* (?:aus|ab)|(?:gedächtnis|merken|speichern|mitschreiben|aufzeichnung|notizen) (?:aus|pausieren|stopp|stoppen|abschalten|ausschalten|pause)|(?:mach|leg)(?:e)? (?:\p{L}+ )*(?:pause|schluss) (?:\p{L}+ )*(?:merken|mitschreiben|notieren|speichern|gedächtnis|notizen)|(?:nichts|nix) (?:mehr |von dem )*(?:\p{L}+ )*(?:merken|speichern|mitschreiben|behalten|notieren)(?:,? (?:was|bitte|bis|ja|ok|okay|mehr).*)?$|(?:das gespräch|dieses gespräch|die unterhaltung|der chat|was ich (?:jetzt|gleich|ab jetzt) (?:\p{L}+ )*) ?(?:bleibt|ist) (?:unter uns|privat|inoffiziell|off the record)|(?:ohne|keine) (?:mitschrift|aufzeichnung|notizen)(?: mehr)?(?: bitte| ab jetzt| ab sofort)*|(?:ich (?:will|möchte|mag) nicht(?: mehr)?,? dass du (?:dir )?(?:\p{L}+ )*(?:merkst|mitschreibst|speicherst|behältst|aufschreibst|notierst)(?=,? (?:was ich|wenn ich)|[.!]?$)(?<=(?:alles|mehr|irgendwas|etwas|was ich).*))|off the record|(?:mach |mal |jetzt )*pause (?:mit dem|beim|vom) (?:merken|mitschreiben|speichern|notieren|aufschreiben)|inkognito(?:modus)?(?: an)?|du (?:sollst|brauchst|musst|darfst) (?:dir )?(?:\p{L}+ )*(?:nichts|nix|nicht mehr alles|nicht alles|nichts mehr)(?: mehr| davon)* (?:\p{L}+ )*(?:merken|mitschreiben|behalten|speichern|aufschreiben|notieren)`,
  'iu',
)
const resume = whole(
  String.raw`(?:merk|behalt|speicher|notier|schreib)(?:e|st)? (?:dir |du |bitte |ab jetzt |jetzt |ruhig |mal |ab sofort )*(?:wieder|weiter)(?! (?:nichts|nix|nicht))(?: (?:alles|was|mit|auf|dir|ruhig|bitte|etwas|ab jetzt))*|(?:du )?(?:darfst|kannst|sollst) (?:du )?(?:dir |jetzt |ab jetzt |ruhig |gerne? |nun |bitte |ab sofort )*(?:wieder|weiter) (?:\p{L}+ )*(?:merken|mitschreiben|speichern|behalten|notieren|aufschreiben|zuhören|mithören|merkn)|(?:ab jetzt|jetzt|ab sofort|ab hier|ok|okay|so)[, ]+(?:\p{L}+ )*wieder (?:\p{L}+ )*(?:merken|mitschreiben|speichern|behalten|notieren|aufschreiben|normal|an)|(?:gedächtnis|merken|speichern|mitschreiben|aufzeichnung|notizen)(?: \p{L}+)* (?:wieder )?(?:an|ein|einschalten|anschalten|fortsetzen|weiter)|(?:fang|leg|mach) (?:\p{L}+ )*wieder (?:\p{L}+ )*(?:an|los|weiter)[, ]+(?:\p{L}+ )*(?:zu )?(?:merken|mitzuschreiben|speichern|notieren|aufzuschreiben|behalten)|(?:stell|schalt|mach)(?:e)? (?:das|dein|deine) (?:merken|gedächtnis|mitschreiben|speichern|aufzeichnung) (?:\p{L}+ )*(?:wieder )?(?:an|ein)|(?:alles )?wieder (?:merken|mitschreiben|speichern|behalten)(?: bitte)?|(?:pause|inkognito) (?:ist )?(?:vorbei|aus|beendet|ende)|jetzt (?:wieder )?(?:on the record|offiziell)`,
  'iu',
)
const ofReminder = /erinnerung|wecker|timer|reminder|termin(?!.*(?:erzählt|gesagt))|einkaufsliste|to-?do/iu
const forget: readonly RegExp[] = [
  whole(
    String.raw`^${lead}(?:(?:du )?(?:kannst|könntest|würdest|sollst|solltest|darfst|musst|magst) (?:du )?(?:${polite} )*)?${verb}(?![\p{L}])(?! (?:nicht|net|ja nicht|bloß|nie))`,
  ),
  whole(
    String.raw`(?:,|\s[–-])\s*(?:also |dann |drum |darum |bitte |und |deshalb |deswegen )*${verb}(?![\p{L}])(?! (?:nicht|net|ja nicht|bloß|nie))`,
  ),
  whole(
    String.raw`^${lead}(?:alles|sämtliches|was|die sache|das|des|meine?n?|den|die|alle)\b[^.?!]*\b(?:vergessen|löschen|streichen|vergisst)(?:\s+(?:bitte|wieder|gell|ja|ok))*\s*(?:[.!?,]|$)`,
  ),
  whole(
    String.raw`(?:kannst|könntest|würdest|sollst|solltest|darfst|musst|bitte|das) (?:du )?[^.?!]*\b(?:vergessen|löschen|streichen|entfernen|rausnehmen|rauslöschen|aus deinem gedächtnis \p{L}+|aus dem gedächtnis \p{L}+)(?: bitte| wieder)*\s*[.!?]*$`,
  ),
  whole(
    String.raw`(?:${keepVerb}) (?:du )?(?:dir )?(?:das|es|die|den|dir das|meine?n?|was|so was|sowas|dies)[^.?!:]*\b${never}(?=\s*(?:[.!:,]|bitte|auf|mit|$))`,
  ),
  whole(
    String.raw`(?:(?:das|es|dies|die|den|sowas|so was)\b[^.?!:]*\b)?${never} (?:zu )?(?:merken|speichern|notieren|aufschreiben|behalten|abspeichern|mitschreiben|festhalten|gemerkt werden|aufbewahren)(?: bitte)?`,
  ),
  whole(
    String.raw`ich (?:will|möchte|mag) nicht,? dass du [^.?!]*(?:weißt|weisst|merkst|behältst|speicherst|gespeichert hast|notierst|aufhebst|aufbewahrst|erinnerst)|(?:du )?(?:sollst|brauchst|musst|solltest|darfst) (?:du )?(?:dir )?(?:das|es|die|den|meine?n?|von|nicht)[^.?!]*\b(?:nicht|nicht mehr|nix|net)(?: mehr)? (?:zu )?(?:wissen|merken|behalten|speichern)|(?:nimm|hol|wirf|schmeiß|streich|lösch|mach|tu)(?:e)? [^.?!]*\b(?:aus (?:deinem|dem) (?:gedächtnis|speicher|kopf|protokoll|notizen)|aus deinen (?:notizen|erinnerungen|daten)|zurück|raus|weg)|das (?:bleibt|ist) (?:bitte )?(?:unter uns|privat|geheim)\s*[,:;–-]|weg damit|(?:hab|habe) ich nie gesagt|tu so,? als h(?:ä|a)tt\p{L}* ich|(?:ich )?nehm(?:e)? (?:das|es|alles) (?:\p{L}+ )*zurück|geht dich (?:eigentlich |doch )?nichts an`,
  ),
]
const bareIt = /^\s*(?:ach )?(?:vergiss|vergiß) es\s*[.!]*\s*$/iu

/** What is said with what is not to be kept: "Merk dir das nicht: ich hab beim Test gespickt". */
const also = new RegExp(
  String.raw`^\s*${lead}(?:(?:das|folgendes|was jetzt kommt|das hier|dies|es) (?:bitte |mal |jetzt )*(?:${never} (?:merken|speichern|aufschreiben|notieren|behalten)|bleibt (?:bitte |aber )?(?:unter uns|geheim|privat)|unter uns|(?:sollst|darfst|musst|brauchst) du (?:dir )?(?:bitte )?${never} (?:merken|behalten|speichern|aufschreiben|notieren))|(?:merk|behalt|speicher|notier|schreib)(?:e)? (?:dir )?(?:das|folgendes|das hier|es|dies|das folgende|jetzt)?\s*(?:bitte |jetzt |mal |aber )*${never}(?: auf| mit| bitte| weiter)*|${never} (?:merken|speichern|aufschreiben|notieren|mitschreiben)(?: bitte)?|unter uns(?: gesagt)?|off the record|(?:ganz )?im vertrauen|(?:ohne|nicht) (?:zu merken|zum merken|fürs protokoll|für die akten)|vergiss (?:bitte )?gleich wieder|nur unter uns|bitte nicht (?:merken|speichern))\s*(?:[:–—]|,(?=\s*(?:aber|ich|mein))|-)\s*(?=\S)`,
  'iu',
)
const ahead = whole(
  String.raw`(?:das nächste|was jetzt kommt|was ich (?:dir )?(?:jetzt|gleich) (?:sage|erzähle)|das folgende|folgendes|den nächsten satz|die nächsten? \p{L}+|das jetzt)[^.?!]*(?:${never}[^.?!]*(?:merken|behalten|speichern|aufschreiben|notieren|mit|auf|mitschreiben)|unter uns|geheim|nicht)|(?:merk|behalt|speicher|notier|schreib)\p{L}* (?:dir )?(?:bitte )?(?:das nächste|das folgende|was jetzt kommt|den nächsten satz)[^.?!]*${never}`,
  'iu',
)

/** The act that a sentence asks for in so many words, by its name; null where it does not. */
export function plainCommand(sentence: string): string | null {
  if (also.test(sentence)) return 'forget'
  if (
    resume.test(sentence) &&
    !/(?:nichts|nix|nicht) (?:\p{L}+ )*(?:merken|mitschreiben|speichern)/iu.test(sentence)
  )
    return 'resume_remembering'
  if (stop.test(sentence)) return 'stop_remembering'
  if (bareIt.test(sentence) || isNoCommand(sentence) || ofReminder.test(sentence)) return null
  if (/\bwenn\b.*\bvergess|würde|hätte ich|stell dir vor/iu.test(sentence) && !/bitte/iu.test(sentence))
    return null
  return forget.some((pattern) => new RegExp(pattern.source, 'iu').test(sentence)) ? 'forget' : null
}

/** Whether a sentence says that what comes next is not to be kept. */
export const isOfNext = (sentence: string): boolean => ahead.test(sentence)

const wholly = whole(
  String.raw`^\W*(?:und zwar )?(?:alles|alles davon|das ganze|komplett|restlos|ganz und gar|alles,? was (?:du|ich)[^.?!]*)\W*$`,
  'iu',
)
/** Whether a sentence says of what is to be forgotten that it is all of it: "Vergiss Kai. Alles." */
export const isWholly = (sentence: string): boolean => wholly.test(sentence)

/** Whether a sentence also says that nothing more is to be kept. */
export const isStopToo = (sentence: string): boolean => !isNoCommand(sentence) && stop.test(sentence)

const regret = whole(
  String.raw`(?:das |sowas |von \p{L}+ )?(?:hätte|hätt) ich (?:dir )?(?:(?<what>[^.?!]*?) )?(?:\p{L}+ )?nicht (?:erzählen|sagen|verraten|erwähnen|schreiben) (?:sollen|dürfen)|(?:ich )?(?:wollte|wollt) (?:dir )?(?:das )?(?:eigentlich |gar )*nicht (?:erzählen|sagen|verraten)|zu viel (?:gesagt|erzählt|verraten)`,
  'iu',
)
/** Whether somebody says that they should not have told something. */
export const isRegret = (sentence: string): boolean => regret.test(sentence)

const redone = whole(
  String.raw`^${lead}(?:vergiss|streich|lösch|verwirf)(?:e)? (?:das|es|den satz|das letzte)(?: (?:bitte|wieder|mal|lieber))*\s*[,:;–-]\s*(?:sondern |es ist |richtig ist |ich meinte |ich mein |ich meine )(?<told>[^?]+)$`,
  'isu',
)
/** What stands instead of what was said last, "streich das, ich meinte am Sonntag"; null for nothing. */
export const toldInstead = (sentence: string): string | null =>
  redone.exec(sentence)?.groups?.['told']?.trim() ?? null

const when = String.raw`(?:(?:je|jemals|bisher|so|alles|heute|gestern|schon|mal|hier|seit gestern|bis jetzt|über mich|von mir|heute morgen|heute früh) )*`
const told = '(?:erzählt|gesagt|geschrieben|anvertraut|verraten|mitgeteilt)'
const everythingTold = whole(
  String.raw`(?:alles|sämtliches|jeden satz|alle deine (?:erinnerungen|notizen)|dein (?:ganzes|komplettes|gesamtes) gedächtnis|alle (?:daten|informationen|infos|erinnerungen|sachen)(?: über mich| von mir)?|mein ganzes (?:profil|leben)|was ich (?:dir )?(?:heute|gestern)(?: alles)? ${told}(?: habe| hab)?)(?:,? (?:bitte|wieder|mal|komplett|wirklich alles|ausnahmslos|was du ${when}(?:über|von) (?:mich|mir) ${when}(?:weißt|gespeichert hast|gemerkt hast|hast)?|was du ${when}(?:weißt|gespeichert hast|hast|gemerkt hast|gemerkt)|was ich (?:dir )?${when}${told}(?: habe| hab| hatte)?|über mich|von mir|von heute|von gestern|seit gestern|ab gestern|vergessen|löschen|von vorn|was heute war|seit heute morgen))*\s*[.!]*$`,
  'iu',
)
const ofToday = whole(
  String.raw`(?:von |seit |was (?:ich )?(?:dir )?|ich (?:dir )?)(?:heute|heut)(?: morgen| abend| früh| vormittag| nachmittag)?|heute (?:\p{L}+ )*(?:erzählt|gesagt|geschrieben)|heutige\p{L}*`,
  'iu',
)
const ofYesterday = whole(
  String.raw`(?:von |seit |ab |was (?:ich )?(?:dir )?|ich (?:dir )?)?gestern(?: abend| morgen)?(?: (?:\p{L}+ )*(?:erzählt|gesagt|geschrieben))?`,
  'iu',
)
const count = whole(
  String.raw`(?:die |meine )?letzten (?<count>\d+|zwei|drei|vier|fünf|beiden|paar) (?:sachen|sätze|dinge|nachrichten|aussagen|mitteilungen|punkte|infos|male|beiträge)|(?:die )?letzten (?<both>beiden|zwei|drei|vier|fünf|\d+)(?=\s*(?:wieder|bitte|vergessen|löschen|[.!]|$))|(?<two>beides|beide)(?= (?:wieder|bitte|vergessen|löschen)|[.!]|$)`,
  'iu',
)
const conversation = whole(
  String.raw`(?:dieses|das ganze|unser(?:e)?|das|diese|die ganze) (?:\p{L}+ )?(?:gespräch|unterhaltung|chat|konversation)`,
  'iu',
)
const first = whole(
  String.raw`(?:das erste|als erstes|zuerst|was ich (?:dir )?(?:ganz )?am anfang)[^.?!]*(?:gesagt|erzählt|geschrieben)?`,
  'iu',
)
const last = whole(
  String.raw`(?:das|es|dies|den satz|das hier|das eben|das letzte(?: bitte)?|letztes|das gerade|den letzten satz|die letzte (?:nachricht|info|sache|aussage)|was ich (?:dir )?(?:gerade|eben|grad|zuletzt|vorhin|grade|soeben|da)(?: eben)? ?(?:\p{L}+ )?(?:gesagt|erzählt|geschrieben|verraten|erwähnt)(?: habe| hab)?|meinen letzten satz|meine letzte (?:nachricht|aussage)|was ich (?:gesagt|erzählt) hab(?:e)?|den quatsch|den blödsinn|den unsinn|das ganze|das alles)`,
  'iu',
)
const except = new RegExp(
  String.raw`(?:,\s*)?(?<![\p{L}])(?:außer|ausser|bis auf|aber nicht|nur nicht|mit ausnahme|abgesehen von|aber behalt(?:e)?|behalt(?:e)? aber|aber lass)(?![\p{L}])(?<rest>.*)$`,
  'isu',
)
const reason = new RegExp(
  String.raw`(?:,|\s[–-])\s*(?:weil|denn|sonst|da |damit|das (?:geht|muss|ist|war|soll|braucht|will)|ist mir|geht (?:keinen|niemanden|dich)|ich (?:will|möchte|mag|hab|brauch)|stimmt|war nur|hat sich|wir sind|brauchst|er ist|sie ist|das hat|das is|ja\?|ok\?|okay\?|oder\?|bitte|danke|ist (?:peinlich|privat)).*$`,
  'isu',
)
/** Says that whatever was told of something is meant. */
const all = whole(
  String.raw`alles|sämtliche\p{L}*|alle|jede\p{L}*|komplett|das ganze|die ganze\p{L}*|was ich (?:dir |jemals |je |alles |so |mal )*(?:über|von|zu|zum|zur|bezüglich|wegen)|was (?:du )?(?:\p{L}+ )*(?:über|von|mit|zu) |die sache mit|das mit|das thema|die geschichte mit|das ganze thema|den ganzen \p{L}+|die infos? (?:über|zu|von|zum)|meine infos|die sachen (?:über|von|mit|zu)`,
  'iu',
)
const frame = whole(
  String.raw`${verb}|gelöscht|vergessen|löschen|streichen|entfernen|rausnehmen|alles|sämtliche[snrm]?|alle|was|ich|dir|je|jemals|mal|letzte[nrsm]?|letztes|erste[nrs]?|gell|vergisst|mitn|drum|darum|über|von|zu|zum|zur|bezüglich|wegen|mit|erzählt|gesagt|geschrieben|erwähnt|verraten|anvertraut|habe|hab|hatte|hast|haben|zu tun hat|zu tun haben|die sache|das thema|die geschichte|infos?|informationen?|sachen|sache|thema|geschichte|weißt|weisst|gemerkt|gespeichert|notiert|dass|ob|wo|wie|wann|wer|bitte|wieder|mal|doch|kannst|könntest|würdest|sollst|solltest|darfst|musst|du|das|es|die|der|den|dem|ein|eine|einen|aus|deinem|gedächtnis|ganz|schnell|lieber|sofort|einfach|gleich|auch|jetzt|dann|halt|merk|merke|merken|behalt|behalte|behalten|speicher|speichern|speichere|notier|notiere|notieren|aufschreiben|schreib|auf|nicht|nichts|mehr|will|möchte|weg|damit|raus|nimm|nehm|zurück|wirf|schmeiß|ok|okay|ach|äh|nein|nee|oh|hey|also|so|und|sorry|moment|puh|hm|companion|ja|aber|komplett|heute|gestern|vorhin|eben|gerade|nur|noch|daten|erinnerung|erinnerungen|eintrag|einträge|notiz|notizen|satz|was|wissen|brauchst|geht dich nichts an|unter uns|privat|meinetwegen|betrifft|angeht|handelt|bzgl|zu tun|tun|hat|machen`,
  'giu',
)

/** A text without the words that ask for forgetting; empty where nothing is left that tells what is meant. */
function contentOf(text: string): string {
  const rest = text
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, ' ')
    .replaceAll(frame, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return stemsOf(rest).length === 0 ? '' : rest
}

const named = (about: string): ForgetTarget => ({ about, question: about })

/** What a sentence asks to forget; `before` is the sentence that "das" may be of, `tells` whether that tells something. */
export function readForgetting(sentence: string, before: string | null = null, tells = false): Forgetting {
  const off = also.exec(sentence)
  if (off) return forgettingOf(sentence.slice(off.index + off[0].length).trim())
  const many = countIn(sentence)
  const at = new RegExp(String.raw`(?<![\p{L}])${verb}(?![\p{L}])`, 'iu').exec(sentence)?.index ?? 0
  const spared = except.exec(sentence)?.groups?.['rest'] ?? ''
  const isLate =
    at > 0 &&
    (ofWhole.test(sentence.slice(0, at)) || /^(?:kannst|könntest|du|ich|das|des)(?![\p{L}])/iu.test(sentence))
  const prefix = sentence.slice(0, at)
  // "Rügen kannst du vergessen, wir bleiben daheim": what is meant stands before the verb, and why behind it.
  const isInfinitive =
    /^(?:vergessen|löschen|streichen|entfernen)(?![\p{L}])/iu.test(sentence.slice(at)) &&
    contentOf(prefix) !== ''
  const object = isInfinitive
    ? prefix.replace(except, '')
    : sentence
        .slice(isLate ? 0 : at)
        .replace(except, '')
        .replace(isLate ? /$^/u : reason, '')
  const isEverything =
    (everythingTold.test(object) &&
      (contentOf(object) === '' || /profil|leben|gedächtnis|daten/iu.test(object))) ||
    (/^\W*(?:bitte )?(?:vergiss|lösch\p{L}*) (?:bitte )?(?:alles|dein (?:ganzes )?gedächtnis)\b/iu.test(
      object,
    ) &&
      contentOf(object) === '')
  const isFirst = first.test(object)
  const ofLast = last.test(object)
  const own = isEverything || isFirst || many > 1 ? '' : contentOf(object)
  const regretted = own === '' ? contentOf(regret.exec(prefix)?.groups?.['what'] ?? '') : ''
  const pre = own === '' && !ofLast && !isEverything && many === 1 && !isFirst ? contentOf(prefix) : ''
  const about = own || regretted || pre
  const since =
    isEverything || about === ''
      ? ofToday.test(object)
        ? 'today'
        : ofYesterday.test(object)
          ? 'yesterday'
          : null
      : null
  const each = about
    .split(/\s+und\s+|,\s+/u)
    .map(contentOf)
    .filter((part) => part !== '')
  const parts = object
    .split(/\s+und\s+|,\s+|\s+sowie\s+/u)
    .map(contentOf)
    .filter((part) => part !== '')
  const isAll = all.test(object) || isThing(about)
  return {
    about,
    question: about,
    count: many,
    all: isEverything || (about !== '' && isAll),
    each: (parts.length > 1 ? parts : each).map(named),
    everything: isEverything || since !== null,
    since,
    spared: contentOf(spared),
    first: isFirst,
    last: !isFirst && !isEverything && since === null && many === 1 && about === '' && !(tells && ofLast),
    unsaid: about === '' && many === 1 && !isEverything && !isFirst && tells && ofLast ? before : null,
  }
}

/** What is to be forgotten stands before the verb: "Was ich über Mia erzählt hab, lösch bitte". */
const ofWhole = whole(
  String.raw`^${lead}(?:alles|sämtliches|was ich|was du|die sache|das mit|des mit|mein|meine|meinen|den|die|das|alle)\b`,
  'iu',
)

/** Whether one thing or person alone is named: "Vergiss Jonas". */
const isThing = (about: string): boolean => stemsOf(about).length === 1

function countIn(sentence: string): number {
  if (conversation.test(sentence)) return maxMessages
  const groups = count.exec(sentence)?.groups
  const number =
    groups?.['count'] ?? groups?.['both'] ?? (groups?.['two'] === undefined ? undefined : 'beiden')
  if (number === undefined) return 1
  if (/^beiden$/iu.test(number)) return 2
  return numberOf(number) || 1
}

/** Whether a sentence speaks of all that is to be forgotten, by its words. */
export function isOfTheSame({ about }: Pick<ForgetTarget, 'about'>, sentence: string): boolean {
  const wanted = stemsOf(about)
  const told = stemsOf(sentence)
  return wanted.length > 0 && wanted.every((stem) => told.some((other) => similarity(stem, other) >= 0.8))
}

/** What a message says that wants one kept which was not understood. */
export const keepsIt =
  /^\s*(?:(?:ja|ok|okay|bitte|doch|dann|na gut|gut)[\s,.!]+)*(?:behalt(?:e)?|merk(?:e)?(?: dir)?|speicher(?:e)?|notier(?:e)?|keep) (?:es|das|it|that)(?: (?:bitte|trotzdem|so|wort für wort))*[\s.!]*$/iu

const about = [
  String.raw`was (?:weißt|weisst|weist) du (?:\p{L}+ )?(?:über|von|zu)\s+(?<about>.+?)`,
  String.raw`was (?:hab|habe) ich (?:dir )?(?:\p{L}+ )?(?:über|von|zu)\s+(?<about>.+?)\s+(?:erzählt|gesagt|geschrieben|berichtet)`,
  String.raw`(?:erzähl|sag|nenn|zeig)(?:e)? mir (?:bitte |mal )*(?:alles|was|was du)?,? ?(?:was )?(?:du )?(?:über|von|zu)\s+(?<about>.+?)(?:\s+(?:weißt|weisst|hast|gespeichert hast))?`,
  String.raw`was (?:hast du|ist) (?:\p{L}+ )?(?:über|zu)\s+(?<about>.+?)(?:\s+(?:gespeichert|notiert|gemerkt|bekannt))`,
].map(
  (source) =>
    new RegExp(
      String.raw`^${lead}${source}(?:\s+(?:eigentlich|so|alles|noch|bisher|denn|nochmal))*[?.!\s]*$`,
      'iu',
    ),
)

/** Whom or what somebody wants to hear everything about; null for any other sentence. */
export function aboutIn(text: string): string | null {
  for (const pattern of about) {
    const subject = pattern.exec(text)?.groups?.['about']?.trim()
    if (
      subject !== undefined &&
      !/^(?:mir|mich|uns|dir|dich|heute|gestern|das|es|eine[mr]? .*)$/iu.test(subject)
    )
      return subject
  }
  return null
}
