extension HavenApps {
  /// Speech, connectors, format conversion and image analysis.
  static let documents: [HavenApp] = [
    HavenApp(
      "recognizespeech", sources: .media, versions: .both, mode: .jobOnly,
      [.text("language"), .integer("interval"), .text("language_model")],
      response: [.list("document"), .list("items")]),
    HavenApp(
      "createconnector",
      [
        .text("connector", .needed),
        .choice(
          "flavor",
          [
            "web_cloud", "dropbox_cloud", "exchange_cloud", "imap_cloud", "jive_cloud",
            "sharepoint_cloud", "twitter_cloud", "filesystem_onsite", "sharepoint_onsite",
            "exchange_onsite",
          ], .needed), .json("config", .needed), .json("destination", .needed),
        .json("credentials"), .json("credentials_policy"), .json("schedule"), .text("description"),
      ], response: [.text("connector"), .object("download_link"), .text("message")]),
    HavenApp(
      "startconnector", [.text("connector", .needed), .json("destination")],
      response: [.text("connector"), .text("token")]),
    HavenApp(
      "stopconnector", [.text("connector", .needed)],
      response: [.text("connector"), .text("message")]),
    HavenApp(
      "connectorstatus", [.text("connector", .needed)],
      response: [
        .text("connector"), .object("document_counts"), .text("error"), .boolean("failed"),
        .text("process_end_time"), .text("process_start_time"), .text("start_time"),
        .text("queued_time"), .text("status"), .number("time_in_queue"), .number("time_processing"),
        .text("token"), .object("schedule"),
      ]),
    HavenApp(
      "deleteconnector", [.text("connector", .needed)],
      response: [.text("connector"), .boolean("deleted")]),
    HavenApp(
      "cancelconnectorschedule", [.text("connector", .needed)],
      response: [.text("connector"), .boolean("stopped_schedule")]),
    HavenApp(
      "connectorhistory", [.text("connector", .needed), .text("token")],
      response: [.list("history")]),
    HavenApp(
      "retrieveconfig",
      [.text("connector", .needed), .choice("output", ["config_attributes", "config_file"])],
      response: [
        .text("name"), .text("flavor"), .object("config"), .text("licenseKey"), .text("validation"),
        .text("verification"), .object("credentials"), .object("credentials_policy"),
        .text("description"),
      ]),
    HavenApp(
      "updateconnector",
      [
        .text("connector", .needed), .json("config", .needed), .json("destination", .needed),
        .json("schedule"), .text("description"),
      ], response: [.text("connector"), .text("message")]),
    HavenApp("expandcontainer", sources: .media, response: [.list("files")]),
    HavenApp("storeobject", sources: .media, response: [.text("reference")]),
    HavenApp(
      "extracttext", sources: .media, bulk: .several,
      [.list("password"), .boolean("extract_text"), .boolean("extract_metadata")],
      response: [.list("document")]),
    HavenApp(
      "viewdocument", sources: .media,
      [.text("highlight_expression"), .text("start_tag"), .text("end_tag"), .boolean("raw_html")],
      response: [.text("document")]),
    HavenApp(
      "ocrdocument", sources: .media,
      [.choice("mode", ["document_photo", "document_scan", "scene_photo", "subtitle"])],
      response: [.list("text_block")]),
    HavenApp("recognizebarcodes", sources: .media, response: [.list("barcode")]),
    HavenApp(
      "detectfaces", sources: .media, versions: .both, mode: .jobOnlyInVersionTwo,
      [.boolean("additional")], response: [.list("face")]),
    HavenApp(
      "recognizeimages", sources: .media,
      [
        .choice("image_type", ["simple", "complex_2d", "complex_3d"]), .list("indexes"),
        .list("match_image"),
      ], response: [.list("object")]),
  ]
}
