/** Common first names that tell whether somebody is "she" or "he"; those that may be either are left out. */
const ofWomen = `
  abigail ada agnes aisha alice amanda amelia amy andrea angela anita ann anna anne anya audrey barbara beatrice becky
  bella beth betty bridget bronwen camilla carla carmen carol caroline catherine chloe christine claire clara daisy
  dawn deborah denise diana doris dorothy edith eileen elaine eleanor elena elizabeth ella ellen elsie emily emma erica
  esther eva evelyn fatima fiona flora florence freya gemma georgia gina gloria grace greta hannah harriet hattie hazel
  heather helen holly ida imogen ingrid irene iris isabel isla ivy jane janet jasmine jenny jessica joan joanna josie
  joyce judith judy julia julie karen kate katherine kathleen katie laila laura leila lena lily linda lisa lola lorna
  louise lucy lydia mabel maggie margaret maria marian marie marjorie martha mary matilda maureen megan meera mia
  michelle millie miriam molly monica muriel nadia nancy naomi natalie nell nina nora olga olive olivia pam pamela
  patricia pauline peggy penny phoebe phyllis poppy priya rachel rebecca rita rosa rose rosie ruby ruth sally samantha
  sandra sarah sheila shirley sofia sonia sophia sophie stella susan sylvia tanya teresa theresa tina una ursula vera
  victoria violet wendy winifred yasmin yvonne zara zoe`
const ofMen = `
  aaron abdul adam adrian ahmed alan albert alexander alfie alfred ali amir andrew andrei anthony archie arthur barry
  ben benjamin bernard bill bob boris brian bruce bruno callum carl charles christopher clive colin connor craig cyril
  daniel darren dave david dennis derek desmond dev dmitri dominic donald douglas edward elliot eric ernest ethan felix
  finlay frank fred frederick gareth gary gavin geoff george gerald giles gordon graham greg gregory hamish harold harry
  hassan hector henry herbert howard hugh hugo ian ibrahim ivan jack jacob jake james jason jeremy jim joaquim joe joel
  john jonathan joseph joshua juan julian keith kenneth kevin kyle lars lawrence leo leonard liam louis luca lucas luke
  malcolm marcus mario mark martin matthew max michael miguel mohammed nathan ned neil nicholas nigel noah oliver omar
  oscar oskar owen patrick paul peter philip pierre quentin raj ralph ravi raymond reginald richard robert roger roland
  ronald rory roy samir samuel sanjay scott sean sebastian sergei simon stefan stephen steve stuart ted terence theo
  thomas tiago tim timothy toby tom tomasz tony trevor victor vincent walter wilf wilfred william yusuf`

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const women = setOf(ofWomen)
const men = setOf(ofMen)

/** How somebody of this name is spoken of: "she", "he", or null where the name does not tell. */
export function pronounOfName(name: string): 'she' | 'he' | null {
  const title =
    /^(?:(?<she>Mrs|Ms|Miss|Aunt|Auntie|Nan|Nana|Gran|Granny|Grandma|Mum|Mom|Mummy)|(?<he>Mr|Uncle|Grandpa|Grandad|Granddad|Dad|Daddy))\b/.exec(
      name,
    )
  if (title) return title.groups?.['she'] === undefined ? 'he' : 'she'
  const [first = ''] = name.toLowerCase().split(/[\s'’]/)
  if (women.has(first)) return 'she'
  return men.has(first) ? 'he' : null
}
