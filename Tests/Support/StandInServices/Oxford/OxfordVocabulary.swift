/// The category names that the dictionaries use to classify entries: regions, lexical categories,
/// grammatical features, registers and domains.
///
/// - Source: the lists of the service. Six misspelt words are corrected: forestry, greek_history,
///   medieval_history, pottery, veterinary and pseudo_archaic.
enum OxfordVocabulary {
  static let regions = ["gb", "us"]

  static let lexicalCategories = [
    "noun", "verb", "combining_form", "adjective", "adverb", "conjunction", "contraction",
    "determiner", "idiomatic", "interjection", "numeral", "particle", "other", "predeterminer",
    "prefix", "suffix", "preposition", "pronoun", "residual",
  ]

  /// The grammatical features in the groups of version two.
  static let featureGroups: [(name: String, features: [String])] = [
    ("Countability", ["mass"]),
    ("Collectivity", ["collective"]),
    ("Predicativity", ["attributive", "predicative"]),
    ("Subcategorization", ["intransitive", "transitive"]),
    ("Auxiliary", ["auxiliary"]),
    ("UnitStructure", ["abbreviation", "symbol"]),
    ("Referential", ["interrogative", "possessive", "relative"]),
    ("Person", ["third"]),
    ("Verb", ["phrasal"]),
    ("Number", ["singular", "plural"]),
    ("Numeral", ["cardinal", "ordinal"]),
    ("Tense", ["past", "present"]),
    ("Degree", ["comparative", "positive", "superlative"]),
    ("EventModality", ["modal"]),
    ("Gender", ["feminine"]),
    ("Mood", ["conditional", "subjunctive"]),
    ("NonFiniteness", ["infinitive", "past_participle", "present_participle"]),
  ]

  static let grammaticalFeatures = featureGroups.flatMap(\.features)

  static let registers = [
    "allusive", "archaic", "allusively", "army_slang", "black_english", "coarse_slang", "cant",
    "college_slang", "concrete", "contemptuous", "dated", "depreciative", "depreciatively",
    "derogatory", "dialect", "dismissive", "disused", "emphatically", "especially", "euphemism",
    "euphemistic", "figurative", "generally", "historical", "humorous", "humorously",
    "hyperbolical", "hyperbolically", "informal", "ironic", "ironically", "literal", "literary",
    "military_slang", "nautical_slang", "nursery", "obsolete", "offensive", "personified",
    "poetic", "police_slang", "prison_slang", "proverb", "pseudo_archaic", "rare", "rarely",
    "rhyming_slang", "school_slang", "slang", "technical", "temporary", "theatrical_slang",
    "trademark", "trademark_in_uk", "trademark_in_us", "transferred", "university_slang",
    "vulgar_slang", "non-standard", "nonce-use", "R.A.F_slang",
  ]

  static let domains = [
    "air_force", "alcoholic", "american_civil_war", "american_football", "amerindian", "anatomy",
    "ancient_history", "angling", "anthropology", "archaeology", "archery", "architecture", "art",
    "artefacts", "arts_and_humanities", "astrology", "astronomy", "athletics", "audio",
    "australian_rules", "aviation", "ballet", "baseball", "basketball", "bellringing", "biblical",
    "billiards", "biochemistry", "biology", "bird", "bookbinding", "botany", "bowling", "bowls",
    "boxing", "breed", "brewing", "bridge", "broadcasting", "buddhism", "building",
    "bullfighting", "camping", "canals", "cards", "carpentry", "chemistry", "chess", "christian",
    "church_architecture", "civil_engineering", "clock_making", "clothing", "coffee", "commerce",
    "commercial_fishing", "complementary_medicine", "computing", "cooking", "cosmetics",
    "cricket", "crime", "croquet", "crystallography", "currency", "cycling", "dance", "dentistry",
    "drink", "dyeing", "early_modern_history", "ecclesiastical", "ecology", "economics",
    "education", "egyptian_history", "electoral", "electrical", "electronics", "element",
    "english_civil_war", "falconry", "farming", "fashion", "fencing", "film", "finance",
    "fire_service", "first_world_war", "fish", "food", "forestry", "freemasonry",
    "french_revolution", "furniture", "gambling", "games", "gaming", "genetics", "geography",
    "geology", "geometry", "glassmaking", "golf", "goods_vehicles", "grammar", "greek_history",
    "gymnastics", "hairdressing", "handwriting", "heraldry", "hinduism", "history", "hockey",
    "honour", "horology", "horticulture", "hotels", "hunting", "insect", "instruments",
    "intelligence", "invertebrate", "islam", "jazz", "jewellery", "journalism", "judaism",
    "knitting", "language", "law", "leather", "linguistics", "literature", "logic", "lower_plant",
    "mammal", "marriage", "martial_arts", "mathematics", "measure", "mechanics", "medicine",
    "medieval_history", "metallurgy", "meteorology", "microbiology", "military",
    "military_history", "mineral", "mining", "motor_racing", "motoring", "music",
    "mountaineering", "musical_direction", "mythology", "napoleonic_wars", "narcotics",
    "nautical", "naval", "needlework", "numismatics", "occult", "oceanography", "office",
    "oil_industry", "optics", "palaeontology", "parliament", "pathology", "penal", "people",
    "pharmaceutics", "philately", "philosophy", "phonetics", "photography", "physics",
    "physiology", "plant", "plumbing", "politics", "police", "popular_music", "postal", "pottery",
    "printing", "professions", "prosody", "psychiatry", "psychology", "publishing", "racing",
    "railways", "rank", "relationships", "religion", "reptile", "restaurants", "retail",
    "rhetoric", "riding", "roads", "rock", "roman_catholic_church", "roman_history", "rowing",
    "royalty", "rugby", "savoury", "scouting", "second_world_war", "sex", "shoemaking", "sikhism",
    "skateboarding", "skating", "skiing", "smoking", "snowboarding", "soccer", "sociology",
    "space", "sport", "statistics", "stock_exchange", "surfing", "surgery", "surveying", "sweet",
    "swimming", "tea", "team_sports", "technology", "telecommunications", "tennis", "textiles",
    "theatre", "theology", "timber", "title", "tools", "trade_unionism", "transport",
    "university", "variety", "veterinary", "video", "war_of_american_independence", "weapons",
    "weightlifting", "wine", "wrestling", "yoga", "zoology",
  ]

  /// Returns the id of a category name in version two. Version two writes lexical categories and
  /// grammatical features of several words in camel case.
  static func inVersionTwo(_ id: String) -> String {
    switch id {
    case "combining_form": "combiningForm"
    case "past_participle": "pastParticiple"
    case "present_participle": "presentParticiple"
    default: id
    }
  }
}
