/// The stored objects of the service and the work of its apps, enough to produce responses of every
/// shape.
struct HavenStore: Hashable, Sendable {
  /// The stored objects by their reference.
  private var objects: [String: String] = [:]
  private var indexes = HavenIndexes()
  private var connectors: [String] = []

  /// Does the work of one app.
  ///
  /// - Throws: An error that is only found by doing the work, such as an entity type that does not
  ///   exist.
  mutating func perform(_ app: HavenApp, _ version: String, _ input: HavenInput)
    throws(HavenTrouble) -> MockJSON
  {
    switch app.name {
    case "storeobject":
      return ["reference": .text(store(try texts(input).joined(separator: "\n")))]
    case "expandcontainer": return try expand(input)
    case "analyzesentiment", "extractentities", "identifylanguage", "highlighttext",
      "extractconcepts", "tokenizetext", "autocomplete":
      return try HavenTextWork.perform(app.name, version, texts(input), input)
    case "ocrdocument", "detectfaces", "recognizebarcodes", "recognizespeech":
      return HavenMediaWork.perform(app.name, version, try texts(input), input)
    case "extracttext":
      return [
        "document": .list(
          try texts(input).enumerated().map { index, text in
            ["reference": .text("document-\(index + 1)"), "content": [.text(text)]]
          })
      ]
    case "getshortestpath": return HavenMediaWork.shortestPath(input)
    case "createtextindex", "addtotextindex", "querytextindex", "deletetextindex",
      "deletefromtextindex", "indexstatus":
      return try indexes.perform(app.name, input, texts: try texts(input))
    case "listresources": return resources(input)
    case "createconnector":
      let name = input.text("connector") ?? ""
      if connectors.contains(name) { throw HavenTrouble(8003, "Invalid connector name") }
      connectors.append(name)
      return shape(app, input)
    case "startconnector", "stopconnector", "connectorstatus", "deleteconnector",
      "cancelconnectorschedule", "connectorhistory", "retrieveconfig", "updateconnector":
      let name = input.text("connector") ?? ""
      guard connectors.contains(name) else { throw HavenTrouble(8003, "Invalid connector name") }
      if app.name == "deleteconnector" { connectors.removeAll { $0 == name } }
      return shape(app, input)
    default: return shape(app, input)
    }
  }

  /// Returns the texts of the source inputs: of files in UTF-8, of references, and a generated text
  /// for an address.
  private func texts(_ input: HavenInput) throws(HavenTrouble) -> [String] {
    var texts = input.texts("text")
    for file in input.files { texts.append(file.text ?? "") }
    for reference in input.texts("reference") {
      guard let text = objects[reference] else {
        throw HavenTrouble(5013, "Reference does not exist", detail: .text(reference))
      }
      texts.append(text)
    }
    for url in input.texts("url") { texts.append(Self.page(url)) }
    return texts
  }

  /// Returns the generated text of any address.
  private static func page(_ url: String) -> String {
    "At \(url): Ada Lovelace met Charles Babbage in London. Later she wrote from Paris to "
      + "Weir Works about a wonderful engine and a terrible journey."
  }

  private mutating func store(_ text: String) -> String {
    let reference = "reference-\(objects.count + 1)"
    objects[reference] = text
    return reference
  }

  /// Returns the files of a container, which are its lines.
  private mutating func expand(_ input: HavenInput) throws(HavenTrouble) -> MockJSON {
    let lines = try texts(input).flatMap { $0.split(separator: "\n").map(String.init) }
    var files: [MockJSON] = []
    for (index, line) in lines.prefix(100).enumerated() {
      files.append(["name": .text("file-\(index + 1).txt"), "reference": .text(store(line))])
    }
    return ["files": .list(files)]
  }

  private func resources(_ input: HavenInput) -> MockJSON {
    let own =
      indexes.resources
      + connectors.map { ["resource": .text($0), "type": "connector", "flavor": .null] }
    let kind = input.text("type")
    let shared: [MockJSON] = [
      ["resource": "wiki_eng", "type": "content", "description": "An encyclopedia, in English"],
      ["resource": "news_eng", "type": "content", "description": "News, in English"],
    ]
    let isWanted = { (item: MockJSON) in kind == nil || item["type"]?.string == kind }
    return [
      "private_resources": .list(own.filter(isWanted)),
      "public_resources": .list(shared.filter(isWanted)),
    ]
  }

  /// Returns a response with the members of the app's response. A text, number or object has the
  /// value of the input with the same name, or is empty or 0 if there is no such input. A list is
  /// empty, and a Boolean is true.
  private func shape(_ app: HavenApp, _ input: HavenInput) -> MockJSON {
    .object(
      app.response.map { member in
        switch member {
        case .text(let name): .init(name: name, value: .text(input.text(name) ?? ""))
        case .number(let name): .init(name: name, value: .integer(input.number(name) ?? 0))
        case .boolean(let name): .init(name: name, value: .boolean(true))
        case .list(let name): .init(name: name, value: .list([]))
        case .object(let name): .init(name: name, value: input.json(name) ?? .object([]))
        }
      })
  }
}
