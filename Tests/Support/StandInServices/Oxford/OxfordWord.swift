/// One headword of the mock dictionary.
struct OxfordWord: Hashable, Sendable {
  struct Sense: Hashable, Sendable {
    let definition: String
    var example = ""
    var domains: [String] = []
    var registers: [String] = []
    var subsenses: [Sense] = []
  }

  let text: String
  var language = "en"
  let category: String
  var features: [String] = []
  var etymology = ""
  let phonetic: String
  let senses: [Sense]
  var synonyms: [String] = []
  var antonyms: [String] = []
  /// The inflected forms with their grammatical feature.
  var forms: [(form: String, feature: String)] = []
  /// The translations by language code.
  var translations: [String: String] = [:]

  static func == (a: OxfordWord, b: OxfordWord) -> Bool {
    a.text == b.text && a.language == b.language && a.category == b.category
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(language)
    hasher.combine(category)
  }

  /// Returns the headwords with this spelling, one for each category.
  static func all(_ text: String, in language: String) -> [OxfordWord] {
    dictionary.filter { $0.text == text && $0.language == language }
  }

  static let dictionary: [OxfordWord] = [
    OxfordWord(
      text: "ace", category: "noun", features: ["singular"],
      etymology: "Middle English, from Latin as, a unit", phonetic: "eɪs",
      senses: [
        Sense(
          definition: "a playing card with one mark on it", example: "she held the ace of spades",
          domains: ["cards"],
          subsenses: [
            Sense(
              definition: "an advantage that is held back", example: "he kept an ace for the end",
              registers: ["figurative"])
          ]),
        Sense(
          definition: "a person who is very good at something", example: "a flying ace",
          registers: ["informal"]),
        Sense(
          definition: "a service that the opponent cannot reach", example: "nine aces in a set",
          domains: ["tennis"]),
      ],
      synonyms: ["expert", "master"], antonyms: ["amateur"], forms: [("aces", "plural")],
      translations: ["es": "as", "de": "Ass"]),
    OxfordWord(
      text: "ace", category: "adjective", features: ["positive"], phonetic: "eɪs",
      senses: [
        Sense(definition: "very good", example: "an ace swimmer", registers: ["informal"])
      ],
      synonyms: ["excellent"], antonyms: ["poor"], translations: ["es": "excelente"]),
    OxfordWord(
      text: "change", category: "verb", features: ["transitive", "intransitive"],
      etymology: "from Old French changer", phonetic: "tʃeɪndʒ",
      senses: [
        Sense(
          definition: "make or become different", example: "the river changed its course",
          subsenses: [Sense(definition: "put other clothes on", example: "change for dinner")])
      ],
      synonyms: ["alter", "vary"], antonyms: ["keep"],
      forms: [
        ("changes", "present"), ("changed", "past"), ("changing", "present_participle"),
      ],
      translations: ["es": "cambiar", "de": "ändern"]),
    OxfordWord(
      text: "change", category: "noun", features: ["mass", "singular"], phonetic: "tʃeɪndʒ",
      senses: [
        Sense(definition: "becoming different", example: "a change of heart"),
        Sense(
          definition: "coins, not notes", example: "small change", domains: ["currency", "finance"]),
      ],
      synonyms: ["alteration"], antonyms: ["permanence"], forms: [("changes", "plural")],
      translations: ["es": "cambio", "de": "Änderung"]),
    OxfordWord(
      text: "swim", category: "verb", features: ["intransitive"], phonetic: "swɪm",
      senses: [
        Sense(
          definition: "move through water by the limbs", example: "they swam to the weir",
          domains: ["swimming"])
      ],
      synonyms: ["bathe"], antonyms: ["sink"],
      forms: [("swimming", "present_participle"), ("swam", "past"), ("swum", "past_participle")],
      translations: ["es": "nadar", "de": "schwimmen"]),
    OxfordWord(
      text: "swimming", category: "noun", features: ["mass"], phonetic: "ˈswɪmɪŋ",
      senses: [
        Sense(
          definition: "the sport of moving through water", example: "swimming is good for the back",
          domains: ["swimming", "sport"])
      ],
      synonyms: ["bathing"], translations: ["es": "natación"]),
    OxfordWord(
      text: "test", category: "noun", features: ["singular"], phonetic: "tɛst",
      senses: [
        Sense(
          definition: "a trial of how good something is", example: "a test of the new engine",
          subsenses: [
            Sense(
              definition: "a match between national teams", domains: ["cricket", "rugby"],
              registers: ["informal"])
          ])
      ],
      synonyms: ["trial", "check"], forms: [("tests", "plural")],
      translations: ["es": "prueba", "de": "Prüfung"]),
    OxfordWord(
      text: "test", category: "verb", features: ["transitive"], phonetic: "tɛst",
      senses: [Sense(definition: "try how good something is", example: "test every row")],
      synonyms: ["try"],
      forms: [("tests", "present"), ("tested", "past"), ("testing", "present_participle")],
      translations: ["es": "probar"]),
    OxfordWord(
      text: "happy", category: "adjective", features: ["positive"], phonetic: "ˈhapi",
      senses: [Sense(definition: "feeling pleasure", example: "happy with the answer")],
      synonyms: ["glad", "content"], antonyms: ["sad"],
      forms: [("happier", "comparative"), ("happiest", "superlative")],
      translations: ["es": "feliz", "de": "glücklich"]),
    OxfordWord(
      text: "weir", category: "noun", features: ["singular"], phonetic: "wɪə",
      senses: [
        Sense(
          definition: "a low dam that raises a river or steers its flow",
          example: "water gathers behind the weir", domains: ["building", "fish"])
      ],
      synonyms: ["barrage", "dam"], forms: [("weirs", "plural")],
      translations: ["es": "azud", "de": "Wehr"]),
    OxfordWord(
      text: "river", category: "noun", features: ["singular"], phonetic: "ˈrɪvə",
      senses: [
        Sense(
          definition: "a large natural stream", example: "up the river", domains: ["geography"])
      ],
      synonyms: ["stream"], forms: [("rivers", "plural")], translations: ["es": "río"]),
    OxfordWord(
      text: "rara avis", category: "noun", features: ["singular"], phonetic: "ˌrɑːrə ˈeɪvɪs",
      senses: [
        Sense(
          definition: "a rare bird: a thing seldom met", domains: ["bird"], registers: ["rare"])
      ],
      synonyms: ["rarity"]),
    OxfordWord(
      text: "cambio", language: "es", category: "noun", features: ["singular"],
      phonetic: "ˈkambjo", senses: [Sense(definition: "acción y efecto de cambiar")],
      forms: [("cambios", "plural")], translations: ["en": "change", "de": "Änderung"]),
    OxfordWord(
      text: "río", language: "es", category: "noun", features: ["singular"], phonetic: "ˈrio",
      senses: [Sense(definition: "corriente natural de agua", domains: ["geography"])],
      translations: ["en": "river"]),
  ]
}
