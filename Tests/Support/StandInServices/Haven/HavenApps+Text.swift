extension HavenApps {
  /// The inputs of a search in text indexes.
  private static let searchInputs: [HavenApp.Input] = [
    .list("indexes"), .text("field_text"), .integer("max_page_results"),
    .integer("absolute_max_results"), .integer("start"), .number("min_score"),
    .choice(
      "print",
      [
        "all", "all_sections", "date", "fields", "none", "no_results", "parametric",
        "reference",
      ]), .list("print_fields"),
    .choice(
      "sort", ["autn_rank", "date", "off", "relevance", "reverse_date", "reverse_relevance"]),
    .choice("summary", ["context", "concept", "quick", "off"]),
    .choice("highlight", ["off", "terms", "sentences"]), .text("start_tag"), .text("end_tag"),
    .boolean("total_results"), .text("query_profile"), .boolean("promotion"),
    .choice("check_spelling", ["none", "suggest", "autocorrect"]), .text("max_date"),
  ]

  /// Search, text analysis and text indexing.
  static let text: [HavenApp] = [
    HavenApp(
      "querytextindex", sources: .any,
      searchInputs,
      response: [
        .list("documents"), .number("totalhits"), .text("expandedQuery"), .text("suggestion"),
        .text("auto_correction"), .list("warnings"),
      ]),
    HavenApp(
      "findsimilar", sources: .any, or: "index_reference",
      [.text("index_reference")] + searchInputs,
      response: [.list("documents"), .number("totalhits")]),
    HavenApp(
      "findrelatedconcepts", sources: .any,
      [
        .list("indexes"), .text("field_text"), .number("min_score"), .integer("max_results"),
        .integer("sample_size"),
      ], response: [.list("entities")]),
    HavenApp(
      "getcontent",
      [
        .list("index_reference", .needed), .list("indexes"),
        .choice(
          "print",
          [
            "all", "all_sections", "date", "fields", "none", "no_results", "parametric",
            "reference",
          ]), .list("print_fields"), .text("highlight_expression"), .text("start_tag"),
        .text("end_tag"), .choice("summary", ["context", "concept", "quick", "off"]),
      ], response: [.list("documents")]),
    HavenApp(
      "getparametricvalues", versions: .both,
      [
        .list("field_names", .needed), .list("indexes"), .text("text"), .text("field_text"),
        .integer("max_values"), .number("min_score"), .boolean("document_count"),
        .choice(
          "sort",
          [
            "off", "alphabetical", "document_count", "number_increasing", "number_decreasing",
            "reverse_alphabetical",
          ]), .boolean("total_values"),
      ], response: [.list("fields")]),
    HavenApp(
      "retrieveindexfields",
      [
        .list("indexes"),
        .list(
          "field_types",
          of: .choice(["index", "parametric", "numeric", "autnrank", "reference", "date", "stored"])
        ), .integer("max_values"),
      ], response: [.list("all_fields"), .number("total_fields")]),
    HavenApp("autocomplete", [.text("text", .needed)], response: [.list("words")]),
    HavenApp(
      "analyzesentiment", sources: .any, bulk: .several, versions: .both,
      [
        .choice(
          "language", ["eng", "fre", "spa", "ger", "ita", "chi", "por", "dut", "rus", "cze", "tur"])
      ],
      response: [
        .list("positive"), .list("negative"), .object("aggregate"), .list("sentiment_analysis"),
      ]),
    HavenApp(
      "extractentities", sources: .any, bulk: .several,
      [.list("entity_type", of: .entityType, .needed), .boolean("unique_entities")],
      response: [.list("entities")]),
    HavenApp("extractconcepts", sources: .any, response: [.list("concepts")]),
    HavenApp(
      "identifylanguage", sources: .any,
      response: [
        .text("encoding"), .text("language"), .text("language_iso639_2b"), .list("unicode_scripts"),
      ]),
    HavenApp(
      "highlighttext", sources: .any,
      [.text("highlight_expression", .needed), .text("start_tag"), .text("end_tag")],
      response: [.text("text")]),
    HavenApp("tokenizetext", sources: .any, [.list("indexes")], response: [.list("terms")]),
    HavenApp(
      "expandterms", exactlyOne: [["text", "expression"]],
      [
        .text("expression"), .text("text"), .choice("expansion", ["fuzzy", "stem", "wild"]),
        .integer("max_terms"), .boolean("stemming"),
      ], response: [.list("terms")]),
    HavenApp(
      "classifydocument", sources: .media, or: "json", bulk: .several,
      [.text("collection_sequence", .needed), .json("json"), .text("additional")],
      response: [.list("result")]),
    HavenApp(
      "categorizedocument", sources: .any,
      [.text("index"), .text("field_text"), .integer("max_results")], response: [.list("documents")]
    ),
    HavenApp(
      "createtextindex",
      [
        .text("index", .needed),
        .choice(
          "flavor",
          [
            "standard", "explorer", "categorization", "custom_fields", "querymanipulation", "jumbo",
          ], .needed), .text("description"), .list("index_fields"), .list("parametric_fields"),
        .list("numeric_fields"), .list("reference_fields"), .list("expiry_date_fields"),
      ], response: [.text("index"), .text("message")]),
    HavenApp(
      "addtotextindex", sources: .media, or: "json",
      [
        .text("index", .needed), .json("json"),
        .choice("duplicate_mode", ["duplicate", "replace"]), .text("reference_prefix"),
        .json("additional_metadata"),
      ], response: [.text("index"), .list("references")]),
    HavenApp(
      "deletetextindex", [.text("index", .needed), .text("confirm")],
      response: [.text("confirm"), .boolean("deleted"), .text("index")]),
    HavenApp(
      "deletefromtextindex", exactlyOne: [["index_reference", "delete_all_documents"]],
      [.text("index", .needed), .list("index_reference"), .boolean("delete_all_documents")],
      response: [.number("documents_deleted"), .text("index")]),
    HavenApp(
      "indexstatus", [.text("index", .needed)],
      response: [
        .number("total_documents"), .number("total_index_size"), .number("24hr_index_updates"),
        .number("component_count"),
      ]),
    HavenApp(
      "listresources", [.text("type"), .text("flavor")],
      response: [.list("private_resources"), .list("public_resources")]),
    HavenApp(
      "restoretextindex",
      [.text("index", .needed), .text("new_index", .needed), .text("date", .needed)],
      response: [.text("restored")]),
  ]
}
