/// The table of what each target may import, ours and packages.
///
/// A change here is a change of the architecture: say why in the commit that makes it.
struct LayerTable {
  struct Row {
    let target: String
    /// Below `Sources`, except for the themes, which lie at the top.
    let folder: String
    let mayImport: Set<String>
  }

  static let rows = [
    Row(target: "ClientModel", folder: "Sources/Client/Model", mayImport: ["CIDN"]),
    Row(target: "LoopbackHTTP", folder: "Sources/Client/Loopback", mayImport: ["ClientModel"]),
    Row(
      target: "ClientYAML", folder: "Sources/Client/YAML", mayImport: ["ClientModel", "CYAML"]),
    Row(
      target: "ClientDocuments", folder: "Sources/Client/Documents",
      mayImport: ["ClientModel", "CJSONScan", "CPCRE", "CXML"]),
    Row(
      target: "ClientPipeline", folder: "Sources/Client/Pipeline",
      mayImport: ["ClientModel", "ClientDocuments"]),
    // Opens bodies. What it exchanges with view models is apart, so that none of them can open one.
    Row(
      target: "ClientReading", folder: "Sources/Client/Reading",
      mayImport: ["ClientModel", "ClientDocuments", "ClientPipeline", "ReadingValues"]),
    Row(
      target: "ReadingValues", folder: "Sources/Client/Reading/Values",
      mayImport: ["ClientModel", "ClientDocuments"]),
    Row(
      target: "ClientCatalogs", folder: "Sources/Client/Catalogs",
      mayImport: ["ClientModel", "ClientDocuments", "ClientYAML", "CBundled"]),
    Row(
      target: "ClientWorkspace", folder: "Sources/Client/Workspace",
      mayImport: [
        "ClientModel", "ClientPipeline", "ClientCatalogs", "ClientYAML", "CCrypto", "CFiles",
      ]),
    Row(
      target: "ClientCore", folder: "Sources/Client/Core",
      mayImport: ["ClientModel", "ClientPipeline", "ClientDocuments", "Logging"]),
    Row(
      target: "ClientHTTP", folder: "Sources/Client/HTTP",
      mayImport: ["ClientCore", "ClientModel", "CCurl", "CCrypto"]),
    // What is sent to a broker has the bodies of requests, which ClientHTTP reads.
    Row(
      target: "ClientMQTT", folder: "Sources/Client/MQTT",
      mayImport: ["ClientCore", "ClientModel", "ClientHTTP", "CMosquitto"]),
    Row(
      target: "ClientStore", folder: "Sources/Client/Store",
      mayImport: ["ClientCore", "ClientModel", "CCrypto", "CSQLite"]),
    // Rows have the same bytes as in SQLite's store, so that jobs can be copied from one to the other.
    Row(
      target: "ClientPostgres", folder: "Sources/Client/Postgres",
      mayImport: ["ClientCore", "ClientModel", "ClientStore", "CCrypto", "CPostgres"]),
    // A store as a user of the library would write it; Tests/ExternalStore builds it as one.
    Row(
      target: "ClientMemory", folder: "Sources/Client/Memory",
      mayImport: ["ClientCore", "ClientModel"]),
    // Names nothing of its own: one import for users of the library.
    Row(
      target: "WeirClient", folder: "Sources/Client/Library",
      mayImport: [
        "ClientModel", "ClientCore", "ClientHTTP", "ClientMQTT", "ClientStore", "ClientMemory",
        "ClientPostgres",
      ]),
    Row(
      target: "WeirClientTesting", folder: "Sources/Client/Testing",
      mayImport: ["ClientCore", "ClientModel"]),
    Row(
      target: "ViewModels", folder: "Sources/ViewModels",
      mayImport: [
        "ClientModel", "ClientDocuments", "ReadingValues", "ClientPipeline", "ClientCatalogs",
      ]),
    Row(target: "Terminal", folder: "Sources/FrontEnd/Terminal", mayImport: []),
    Row(
      target: "Panels", folder: "Sources/FrontEnd/Panels",
      mayImport: ["ViewModels", "Terminal", "ClientModel", "ReadingValues", "ClientYAML", "Themes"]),
    Row(
      target: "NcursesTerminal", folder: "Sources/FrontEnd/Ncurses",
      mayImport: ["Terminal", "CNcurses"]),
    Row(target: "Themes", folder: "Themes", mayImport: []),
    Row(
      target: "weir", folder: "Sources/App",
      mayImport: [
        "ClientModel", "ClientYAML", "ClientDocuments", "ClientReading", "ReadingValues",
        "ClientPipeline", "ClientCatalogs", "ClientWorkspace", "ClientCore", "ClientHTTP",
        "ClientMQTT", "ClientStore", "ClientMemory", "ClientPostgres", "ViewModels", "Terminal",
        "Panels", "NcursesTerminal",
        "Themes", "CCrypto", "CProcess", "CJQ", "CPicture",
        "LoopbackHTTP", "MockServices", "Manual",
        "ArgumentParser", "Logging",
      ]),
    Row(
      target: "Manual", folder: "Sources/App/Manual/Text",
      mayImport: ["ClientModel", "Terminal", "CManual"]),
    // The other side of the wire. It shares with the client the code for JSON, gzip and
    // percent-encoding, and none of the code that makes, sends or receives a message.
    Row(
      target: "MockServices", folder: "Sources/App/Mock",
      mayImport: ["LoopbackHTTP", "ClientDocuments", "CCrypto"]),
  ]

  /// What comes with Swift; allowed everywhere, but for what `SourceRuleTests` forbids.
  static let toolchain: Set<String> = [
    "Swift", "FoundationEssentials", "Glibc", "Synchronization", "Dispatch",
  ]
}
