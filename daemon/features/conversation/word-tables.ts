/**
 * People and animals that somebody has, each line one of them, its one name first: to mix two of them up is worse than
 * to know nothing.
 */
export const rolesOfPeople = `
  mother mum mom mama mummy mommy
  father dad papa daddy
  grandmother grandma granny nan nana gran
  grandfather grandpa granddad grandad
  brother bro
  sister sis
  son
  daughter
  wife
  husband hubby
  partner boyfriend girlfriend fiance fiancee fiancé fiancée
  stepmother stepmum
  stepfather stepdad
  godmother
  godfather
  grandson
  granddaughter
  parent
  aunt auntie
  uncle
  cousin
  niece
  nephew
  twin
  baby newborn infant
  friend mate pal buddy chum
  flatmate roommate housemate
  boss manager supervisor
  colleague coworker workmate
  neighbour neighbor
  landlord
  landlady
  teacher
  tutor
  trainer
  coach
  therapist
  lawyer
  doctor gp physician
  dentist orthodontist
  midwife
  vet
  plumber
  cleaner
  dog puppy pup doggy
  cat kitten kitty
  hamster
  rabbit
  parrot
  budgie
  tortoise
  horse pony
`

/** Words that mean the same in everyday talk: each line is one meaning. */
export const sameMeaning = `
  landlord landlady
  wife spouse
  husband spouse
  married wife
  married husband
  married wedding marry hitched wed
  separated divorced
  married proposed engaged fiance fiancee fiancé fiancée
  car automobile vehicle
  bike bicycle cycle
  bus buses coach
  flat apartment
  house home place
  live living lives reside moved based
  job work profession occupation career living employed trade
  works work working
  job role position post
  company firm business employer
  phone mobile telephone cell
  phone ring call rings calls
  book hire hired
  tv television telly
  sofa couch settee
  fridge refrigerator
  trousers pants
  holiday vacation trip
  film movie
  shop store supermarket
  present gift
  kid kids child children youngster
  teenager teen teenage
  due expected
  ill sick unwell poorly
  hurt injured broke broken sprained twisted
  pain ache hurts sore
  medicine medication tablets pills drug prescription
  allergic allergy allergies
  old age aged turns turned
  birthday born birth
  meet meeting appointment
  met introduced know
  interview interviewing interviewed
  exam test
  school class
  lesson class course
  university uni college
  money cash
  cash note coins
  cost price paid pay spend spent costs pounds euros dollars
  rent landlord landlady
  purse wallet
  glasses spectacles specs
  garden yard
  rubbish trash bin garbage
  football soccer
  happy glad pleased
  sad unhappy down
  afraid scared frightened fear terrified phobia
  favourite favorite love like prefer enjoy adore fond best
  hate dislike detest loathe stand
  begin start begins starts started
  finish end ends ended finished done over
  stop stopped quit finished end gave
  expire expires expired ends end
  buy bought purchase got get
  sell sold
  steal stolen stole nicked pinched burgled
  lose lost missing misplaced
  break broke broken smashed snapped cracked
  fix fixed mend mended repair repaired
  big large
  little small young
  younger youngest little
  older oldest eldest
  picture photo photograph
  learn learning study studying taking
  study studying reading student
  teach teaches taught teaching teacher tutor instructor
  become becoming be
  arrive arrives arriving come comes coming visit visiting visits
  leave leaves depart departs moving going off
  moving move emigrating
  park parked
  hide hid hidden stash stashed tucked tuck
  keep kept put left stored store stash stashed live lives
  plant planted sow sowed
  said told tell says
  eat eats ate food meal dish
  eat eating eaten
  drink drinks drank
  colour color
  number code pin password
  dream dreams wish wishes
  won win wins winning prize award
  bring brings brought carry
  lend lent borrow borrowed loan
  owe owes debt
  make makes made making building build built knitting baking baked
  clean cleans cleaner cleaning
  sing sings singer vocals sang singing
  play plays played
  band group
  run running jogging jog
  swim swimming swam
  climb climbing
  walk walking hike hiking
  practise practice rehearse rehearsal train training
  react reaction
  rehearse rehearsal practice meet meets
  skip skipping skipped skived
  name called
  book booked reserved
  wear wears wearing wore
  sleep sleeps sleeping slept bed
  sit sat seat seats
  cap hat
  race cross-country marathon
  make brand
  fall fell
  die died dead death passed lost
  fish fishing
  hospital ward clinic
  language languages speak
  speak speaks spoke speaking
  grow grew
  tall height
  heavy weigh weight
  far distance miles kilometres
  big size
  babysitter nanny childminder care
  lawyer solicitor barrister
  close shut shuts closes
  open opens
`

/** What is of a kind: the kind before the colon. */
export const kindsOfThings = `
  pet: dog cat hamster rabbit parrot budgie fish tortoise guinea horse
  animal: dog cat hamster rabbit parrot budgie fish tortoise horse cow sheep pig goat hen chicken duck
  bird: robin parrot budgie hen duck owl pigeon sparrow magpie gull
  child: son daughter boy girl
  baby: boy girl
  sibling: brother sister
  parent: mother father
  grandparent: grandmother grandfather
  relative: mother father brother sister son daughter aunt uncle cousin grandmother grandfather niece nephew
  family: mother father brother sister son daughter aunt uncle cousin wife husband
  drink: tea coffee juice wine beer water cocoa milk lemonade whisky gin cider
  food: pizza pasta soup bread cake chocolate cheese fish meat rice curry vegetable fruit salad biscuit egg
  meat: beef pork lamb chicken ham bacon turkey sausage steak
  fish: salmon cod tuna haddock kipper trout herring mackerel
  shellfish: prawn crab lobster mussel oyster shrimp
  cheese: camembert brie cheddar gouda stilton feta mozzarella parmesan
  fruit: apple pear banana orange plum cherry strawberry raspberry rhubarb grape mango peach
  vegetable: carrot potato pea bean cabbage sprout broccoli spinach mushroom tomato aubergine beetroot
  nut: peanut almond walnut hazelnut cashew
  cake: sponge brownie muffin cheesecake flapjack
  bake: sponge cake bread pie tart biscuit scone
  medicine: penicillin aspirin ibuprofen antibiotic paracetamol insulin
  instrument: guitar piano violin drums flute cello trumpet bass saxophone sax clarinet accordion harp organ ukulele
  sport: football tennis swimming running cycling yoga climbing rugby cricket hockey golf netball judo karate badminton
  hobby: football tennis swimming running cycling yoga climbing knitting painting gardening fishing chess baking
  hobby: photography pottery sewing singing dancing birdwatching
  game: chess whist bridge bingo poker dominoes darts draughts scrabble
  colour: red blue green yellow purple orange pink black white brown grey turquoise gold silver cream navy
  noise: chewing snoring barking drilling shouting screaming music
  flower: tulip rose daffodil lily sunflower dahlia snowdrop
  language: english french german spanish italian polish welsh irish portuguese turkish arabic mandarin hindi urdu
  country: england scotland wales ireland france germany spain italy poland portugal greece turkey japan china india
  country: canada america australia norway sweden iceland holland netherlands denmark finland mexico brazil
  company: fintech startup agency bank brewery bakery factory
  vehicle: car van lorry bus tram motorbike bike
  furniture: sofa table chair wardrobe dresser bed desk shelf
  clothes: shirt jumper dress coat jacket trousers skirt shoes hat scarf
  insect: spider wasp bee moth beetle
`

/** Words that belong together, though they mean different things: each line is one field of life. */
export const fieldsOfLife = `
  bus buses driving driver depot route passengers
  football match stadium pitch goal goalkeeper dugout season team
  position goal goalkeeper striker defender midfield wing
  sit seat ticket tickets row block
  baby pregnant midwife due birth scan
  money cash note pound wages salary savings
  music band gig concert song choir
  teacher lesson pupil school maths science history homework
  doctor hospital appointment surgery operation
  gluten bread pasta wheat coeliac flour
  pension retired retirement
  funeral buried burial
`
