import ClientCatalogs
import ClientModel
import ClientPipeline
import ViewModels

/// The arguments of a command line that fill in an endpoint's form.
///
/// `name=text` sets a field and may be repeated for a list. `name:=json` sets JSON, `name@path` a
/// file, and `name=@path` the text of a file. `Header:value` and `name==value` set header and query
/// parameters. A parameter that is not in the form is added to the request.
struct EndpointArguments {
  private(set) var form: EndpointForm
  private let reader: FileReader
  /// The values of the fields, in the order of each field's first argument.
  private var given: [(name: String, texts: [String])] = []
  private var places: [String: Int] = [:]
  private var headers: [DraftField] = []
  private var removed: [String] = []
  private var query: [DraftField] = []
  private var refusals = ItemRefusals()

  init(_ form: EndpointForm, reader: FileReader) {
    self.form = form
    self.reader = reader
  }

  /// Chooses the media type and the credentials. Must be called before any field is filled in.
  mutating func choose(_ choice: EndpointChoice) throws {
    do throws(EndpointForm.ChoiceRefusal) {
      if let type = choice.mediaType { try form.chooseMediaType(type) }
    } catch {
      throw refusal(
        error, of: "--media-type \(choice.mediaType ?? "")", nothing: "The endpoint has no body.")
    }
    do throws(EndpointForm.ChoiceRefusal) {
      if let name = choice.security { try form.chooseSecurity(name) }
    } catch {
      throw refusal(
        error, of: "--security \(choice.security ?? "")",
        nothing: "Its catalog requires no credentials.")
    }
  }

  /// Fills in all valid items. `draft()` reports the invalid ones.
  mutating func take(_ words: [String]) {
    let items = words.compactMap { item($0) }
    // The media type is chosen first, because the fields depend on it.
    let rest = items.filter { !takeMediaType($0) }
    form.chooseShape(having: rest.map(\.name))
    for item in rest {
      note(item.name) { (words) throws(UsageProblem) in try words.take(item) }
    }
    for (name, refusal) in form.give(given) {
      note(name) { (words) throws(UsageProblem) in throw words.problem(refusal, of: name) }
    }
    (query, headers) = form.take(query: query, headers: headers)
  }

  private mutating func item(_ word: String) -> RequestItem? {
    // A URL looks like a header `http` with the value `//host`.
    guard let item = RequestItem(word), !item.name.isEmpty,
      item.separator != .header || !item.value.begins(with: "//")
    else {
      refusals.add(
        word,
        UsageProblem(
          what: "`\(Console.safe(word))` is not an item.",
          why:
            "With --endpoint, every item fills in a field; the endpoint sets the method and URL.",
          whatToDo: "Write name=value."))
      return nil
    }
    return item
  }

  private mutating func note(
    _ name: String, _ work: (inout Self) throws(UsageProblem) -> Void
  ) {
    do throws(UsageProblem) { try work(&self) } catch {
      if form.names.contains(name) {
        refusals.add(name, error)
      } else {
        refusals.addUnknown(name, error)
      }
    }
  }

  private mutating func take(_ item: RequestItem) throws(UsageProblem) {
    switch item.separator {
    case .data: add(item.value, to: item.name)
    case .upload: try upload(item)
    case .dataFile: add(try text(of: item), to: item.name)
    case .json: try give(.json(item.value), to: item.name)
    case .jsonFile: try give(.json(try text(of: item)), to: item.name)
    case .header where item.value.isEmpty: removed.append(item.name)
    case .header, .emptyHeader: headers.append(field(item, item.value))
    case .headerFile: headers.append(field(item, try line(of: item)))
    case .query: query.append(field(item, item.value))
    case .queryFile: query.append(field(item, try line(of: item)))
    }
  }

  /// Fills in the body from `--body`.
  ///
  /// - Parameter path: The path of a file. `-` means standard input.
  mutating func take(body path: String) {
    note("body") { (words) throws(UsageProblem) in
      let isTaken =
        path == "-"
        ? words.form.giveBody(bytes: Array(try words.content(of: path)))
        : words.form.giveBody(file: path)
      if !isTaken { throw words.noFile("body") }
    }
  }

  /// Returns the draft of the completed form.
  ///
  /// - Throws: All refused items and all problems of the form, each with its field.
  func draft() throws(UsageProblem) -> Draft {
    let rows = Dictionary(form.rows.map { ($0.id, $0.label) }) { first, _ in first }
    let names = form.fieldNames
    let problems = form.problems.compactMap { problem -> String? in
      let label = rows[problem.field].map { names.name(of: problem.field) ?? $0 }
      guard label.map(refusals.contains) != true else { return nil }
      let place = label.map { "\(Console.safe($0)): " } ?? ""
      return place + Console.safe(lines: "\(problem.what) \(problem.why)\n\(problem.whatToDo)")
    }
    if let problem = refusals.problem(with: problems, of: endpointText) { throw problem }
    var complete = form
    complete.addUnmapped(query: query, headers: headers, without: removed)
    return complete.draft()
  }

  var endpointText: String { form.endpointName.text }

  /// Chooses the media type of a `Content-Type` item. Returns whether the type was chosen.
  ///
  /// The endpoint must list the type, and no type may be chosen yet. Otherwise, the item is an
  /// ordinary header.
  private mutating func takeMediaType(_ item: RequestItem) -> Bool {
    guard item.separator == .header, item.name.lowercased() == "content-type",
      form.draft().endpointChoice.mediaType == nil
    else { return false }
    do throws(EndpointForm.ChoiceRefusal) {
      try form.chooseMediaType(item.value)
      return true
    } catch { return false }
  }

  private mutating func add(_ text: String, to name: String) {
    if let place = places[name] {
      given[place].texts.append(text)
    } else {
      places[name] = given.count
      given.append((name, [text]))
    }
  }

  /// Fills in a field from `name@path`. The field determines how the file is used.
  private mutating func upload(_ item: RequestItem) throws(UsageProblem) {
    switch form.use(ofFileFor: item.name) {
    case .path: add(item.value, to: item.name)
    case .body: guard form.giveBody(file: item.value) else { throw noFile(item.name) }
    case .text: add(try text(of: item), to: item.name)
    case .json: try give(.json(try text(of: item)), to: item.name)
    case nil: throw noFile(item.name)
    }
  }

  private mutating func give(_ value: EndpointForm.Given, to name: String) throws(UsageProblem) {
    do throws(EndpointForm.Refusal) {
      return try form.give(value, to: name)
    } catch { throw problem(error, of: name) }
  }

  private func problem(_ refusal: EndpointForm.Refusal, of name: String) -> UsageProblem {
    let place = "`\(Console.safe(name))` of \(Console.safe(endpointText))"
    switch refusal {
    case .noField: return noField(name)
    case .onlyOne:
      return UsageProblem(
        what: "\(place) was given more than once.", why: "It accepts one value.",
        whatToDo: "Give it once.")
    case .noJSON:
      return UsageProblem(
        what: "The value of \(place) cannot be used.",
        why: "It is not valid JSON, has a duplicate member, or is more than 200 levels deep.",
        whatToDo: "For text, write \(Console.safe(name))=text.")
    }
  }

  private func content(of path: String) throws(UsageProblem) -> [UInt8] {
    switch reader.read(path) {
    case .success(let bytes): return bytes
    case .failure(let refusal):
      throw UsageProblem(
        what: "\(Console.safe(path)) cannot be read.", why: refusal.why,
        whatToDo: refusal.whatToDo)
    }
  }

  private func text(of item: RequestItem) throws(UsageProblem) -> String {
    String(decoding: try content(of: item.value), as: UTF8.self)
  }

  /// Returns the text of a file. The final line break is removed, because headers and URLs cannot
  /// contain it.
  private func line(of item: RequestItem) throws(UsageProblem) -> String {
    var bytes = try content(of: item.value)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func field(_ item: RequestItem, _ text: String) -> DraftField {
    DraftField(item.name, text, mark: item.isLiteral ? .literal : .plain)
  }
}

extension CatalogLibrary {
  /// Returns an empty form of an endpoint. The server is empty if the arguments name a gateway.
  func form(of text: String, _ words: RequestArguments) throws -> EndpointForm {
    guard let name = EndpointName(text) else {
      throw UsageProblem(
        what: "`\(Console.safe(text))` is not the name of an endpoint.",
        why: "A name has the form `catalog#endpoint`.",
        whatToDo: "`weir catalog` lists the catalogs and their endpoints.")
    }
    let catalog = try catalog(name.catalog)
    guard let endpoint = catalog.endpoint(name.endpoint) else {
      let all = catalog.groups.flatMap(\.endpoints).map(\.id)
      let nearest = NearestWord.nearest(to: name.endpoint, in: all).map { "Did you mean `\($0)`? " }
      throw UsageProblem(
        what: "The catalog \(Console.safe(name.catalog)) has no `\(Console.safe(name.endpoint))`.",
        why: "It has \(all.count) endpoints.",
        whatToDo: (nearest.map { Console.safe($0) } ?? "")
          + "`weir catalog \(Console.safe(name.catalog))` lists them.")
    }
    var form = EndpointForm(endpoint, in: catalog)
    if let gateway = words.gateway, gateway != Gateways.noneWord { form.setEmpty(.server) }
    return form
  }

  /// Returns a catalog of the workspace or a bundled catalog.
  func catalog(_ name: String) throws -> Catalog {
    let sources = try reportedSources()
    guard let source = sources.first(where: { $0.name == name }) else {
      let names = sources.map(\.name)
      let nearest = NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " }
      throw UsageProblem(
        what: "There is no catalog `\(Console.safe(name))`.",
        why: "The catalogs are: \(Console.safe(names.joined(separator: ", "))).",
        whatToDo: (nearest.map { Console.safe($0) } ?? "")
          + "`weir import openapi FILE` imports one into the workspace.")
    }
    do throws(CatalogFailure) {
      return try open(source)
    } catch {
      switch error {
      case .refused(let problem): throw UsageProblem(problem)
      case .cancelled: throw CancellationError()
      }
    }
  }

  /// Returns the sources. A failure is thrown as a `UsageProblem`.
  func reportedSources() throws(UsageProblem) -> [CatalogSource] {
    do throws(CatalogProblem) { return try sources() } catch { throw UsageProblem(error) }
  }
}

extension UsageProblem {
  init(_ problem: CatalogProblem) {
    self.init(
      what: Console.safe("\(problem.place): \(problem.what)"), why: Console.safe(problem.why),
      whatToDo: Console.safe(problem.whatToDo))
  }
}

/// The refused items of a command line. They are reported together with the problems of the form,
/// so that the user can correct all of them at once.
struct ItemRefusals {
  private enum Kind { case unknownField, value }

  private var all: [(name: String, kind: Kind, problem: UsageProblem)] = []

  /// Adds an item whose field does not exist in the endpoint.
  mutating func addUnknown(_ name: String, _ problem: UsageProblem) {
    all.append((name, .unknownField, problem))
  }

  /// Adds an item whose value was refused.
  mutating func add(_ name: String, _ problem: UsageProblem) {
    all.append((name, .value, problem))
  }

  /// Returns whether a field's value was refused. The form has no value for the field, but must not
  /// report the value as missing.
  func contains(_ name: String) -> Bool { all.contains { $0.name == name } }

  /// Returns all refusals as one problem. Returns nil if there are none.
  ///
  /// - Parameter problems: The problems of the form, one string for each.
  func problem(with problems: [String], of endpoint: String) -> UsageProblem? {
    if problems.isEmpty, all.count == 1 { return all[0].problem }
    let lines = all.map(line) + problems
    guard !lines.isEmpty else { return nil }
    return UsageProblem(
      what: lines.joined(separator: "\n"), why: "",
      whatToDo: "`weir catalog \(Console.safe(endpoint))` lists its fields.")
  }

  private func line(_ name: String, _ kind: Kind, _ problem: UsageProblem) -> String {
    switch kind {
    // The list of all fields is left out, because it would separate the problems.
    case .unknownField: "\(problem.what)\n\(problem.whatToDo)"
    case .value: "\(problem)"
    }
  }
}
