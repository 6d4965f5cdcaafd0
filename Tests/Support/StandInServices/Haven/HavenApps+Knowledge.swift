extension HavenApps {
  /// The inputs that create or change a query profile.
  private static let profileInputs: [HavenApp.Input] = [
    .text("query_profile", .needed), .text("query_manipulation_index", .needed),
    .text("description"), .boolean("promotions_enabled"), .list("promotion_categories"),
    .boolean("promotions_identified"), .boolean("synonyms_enabled"), .list("synonym_categories"),
    .boolean("blacklists_enabled"), .list("blacklist_categories"),
  ]

  /// Graph analysis, policy, prediction and query profiles.
  static let knowledge: [HavenApp] = [
    HavenApp(
      "getneighbors", exactlyOne: [["source_names", "source_ids", "target_names", "target_ids"]],
      [
        .list("source_names"), .list("source_ids"), .list("target_names"), .list("target_ids"),
        .integer("max_results"), .text("graph"),
      ], response: [.list("neighbors")]),
    HavenApp(
      "getshortestpath",
      exactlyOne: [["source_id", "source_name"], ["target_id", "target_name"]],
      [
        .text("source_id"), .text("source_name"), .text("target_id"), .text("target_name"),
        .choice("measure", ["uniform", "weighted"]), .text("graph"),
      ], response: [.list("nodes"), .list("edges")]),
    HavenApp(
      "getsubgraph", exactlyOne: [["node_names", "node_ids"]],
      [.list("node_names"), .list("node_ids"), .text("graph")],
      response: [.list("nodes"), .list("edges")]),
    HavenApp(
      "getcommonneighbors", exactlyOne: [["node_names", "node_ids"]],
      [.list("node_names"), .list("node_ids"), .integer("max_results"), .text("graph")],
      response: [.list("nodes")]),
    HavenApp(
      "getnodes", exactlyOne: [["node_names", "node_ids"]],
      [.list("node_names"), .list("node_ids"), .integer("max_results"), .text("graph")],
      response: [.list("nodes")]),
    HavenApp(
      "suggestlinks", exactlyOne: [["node_names", "node_ids"]],
      [.list("node_names"), .list("node_ids"), .integer("max_results"), .text("graph")],
      response: [.list("suggestions")]),
    HavenApp(
      "summarizegraph", [.text("graph")],
      response: [.list("attributes"), .number("edges"), .number("nodes")]),
    HavenApp(
      "createclassificationobjects",
      [
        .choice(
          "type",
          [
            "collection", "collection_sequence", "condition", "field_source", "lexicon",
            "lexicon_expression",
          ], .needed), .text("name", .needed), .text("description"), .json("additional"),
      ], response: [.object("result")]),
    HavenApp(
      "updateclassificationobjects",
      [
        .choice(
          "type",
          [
            "collection", "collection_sequence", "condition", "field_source", "lexicon",
            "lexicon_expression",
          ], .needed), .list("id", .needed), .text("name"), .text("description"),
        .json("additional"),
      ], response: [.object("result")]),
    HavenApp(
      "retrieveclassificationobjects",
      [
        .choice(
          "type",
          [
            "collection", "collection_sequence", "condition", "field_source", "lexicon",
            "lexicon_expression",
          ], .needed), .list("id"), .integer("start"), .integer("max_page_results"),
      ], response: [.object("result")]),
    HavenApp(
      "deleteclassificationobjects",
      [
        .choice(
          "type",
          [
            "collection", "collection_sequence", "condition", "field_source", "lexicon",
            "lexicon_expression",
          ], .needed), .list("id", .needed),
      ], response: [.object("result")]),
    HavenApp(
      "createpolicyobjects",
      [
        .choice("type", ["policy", "policy_type"], .needed), .text("name", .needed),
        .text("description"), .json("additional"),
      ], response: [.object("result")]),
    HavenApp(
      "updatepolicyobjects",
      [
        .choice("type", ["policy", "policy_type"], .needed), .list("id", .needed), .text("name"),
        .text("description"), .json("additional"),
      ], response: [.object("result")]),
    HavenApp(
      "retrievepolicyobjects",
      [
        .choice("type", ["policy", "policy_type"], .needed), .list("id"), .integer("start"),
        .integer("max_page_results"),
      ], response: [.object("result")]),
    HavenApp(
      "deletepolicyobjects",
      [.choice("type", ["policy", "policy_type"], .needed), .list("id", .needed)],
      response: [.object("result")]),
    HavenApp(
      "trainpredictor", sources: .media, or: "json", versions: .both, mode: .jobOnlyInVersionTwo,
      [
        .json("json"), .text("prediction_field", .needed), .text("service_name"),
        .text("model_name"),
      ], response: [.text("message"), .text("service")]),
    HavenApp(
      "predict", sources: .media, or: "json", versions: .both,
      exactlyOne: [["service_name", "model_name"]],
      [.json("json"), .text("service_name"), .text("model_name")],
      response: [.list("fields"), .list("values")]),
    HavenApp(
      "recommend", sources: .media, or: "json", versions: .both,
      exactlyOne: [["service_name", "model_name"]],
      [
        .json("json"), .text("service_name"), .text("model_name"), .text("required_label"),
        .list("modifiable_features"), .integer("recommendations_amount"),
      ], response: [.list("allRecommendations"), .list("fields")]),
    HavenApp(
      "createqueryprofile", profileInputs, response: [.text("message"), .text("query_profile")]),
    HavenApp(
      "updatequeryprofile", profileInputs, response: [.text("message"), .text("query_profile")]),
    HavenApp(
      "retrievequeryprofile", [.text("query_profile", .needed)],
      response: [
        .text("query_profile"), .text("description"), .text("query_manipulation_index"),
        .boolean("promotions_enabled"), .list("promotion_categories"),
        .boolean("promotions_identified"), .boolean("synonyms_enabled"),
        .list("synonym_categories"),
        .boolean("blacklists_enabled"), .list("blacklist_categories"),
      ]),
    HavenApp(
      "deletequeryprofile", [.text("query_profile", .needed)],
      response: [.text("message"), .text("query_profile")]),
  ]
}
