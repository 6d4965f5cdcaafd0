import ClientCatalogs
import ClientModel
import ClientPipeline

/// Fills in an endpoint's form from the items of a command line.
///
/// `name=text` gives a field its value, again for a list; `name:=json` gives JSON, `name@path` a file,
/// `name=@path` a file's text. `Header:value` and `name==value` add what the form has no field for.
struct EndpointWords {
  private var form: EndpointForm
  private let reader: FileReader
  /// In the order of their first word.
  private var given: [(name: String, texts: [String])] = []
  private var headers: [DraftField] = []
  private var query: [DraftField] = []

  init(_ form: EndpointForm, reader: FileReader) {
    self.form = form
    self.reader = reader
  }

  mutating func take(_ words: [String]) throws {
    for word in words {
      guard let item = RequestItem(word) else {
        throw UsageProblem(
          what: "`\(Console.safe(word))` is no item.",
          why: "With --endpoint every word fills in a field: method and URL are the endpoint's.",
          whatToDo: "Write name=value.")
      }
      switch item.separator {
      case .data, .upload: add(item.value, to: item.name)
      case .dataFile: add(try text(of: item), to: item.name)
      case .json: try give(.json(item.value), to: item.name)
      case .jsonFile: try give(.json(try text(of: item)), to: item.name)
      case .header, .emptyHeader: headers.append(field(item, item.value))
      case .headerFile: headers.append(field(item, try text(of: item)))
      case .query: query.append(field(item, item.value))
      case .queryFile: query.append(field(item, try text(of: item)))
      }
    }
    for (name, texts) in given { try give(.texts(texts), to: name) }
  }

  /// - Throws: Every problem of the form, each with its field.
  func draft() throws -> Draft {
    let problems = form.problems
    guard problems.isEmpty else {
      let labels = form.rows.map { ($0.id, $0.label) }
      let lines = problems.map { problem in
        let label = labels.first { $0.0 == problem.field }?.1
        let place = label.map { "\(Console.safe($0)): " } ?? ""
        return place + Console.safe(lines: "\(problem.what) \(problem.why)\n\(problem.whatToDo)")
      }
      throw UsageProblem(
        what: lines.joined(separator: "\n"), why: "",
        whatToDo: "`weir catalog \(Console.safe(endpointText))` lists its fields.")
    }
    var draft = form.draft()
    draft.headers += headers
    draft.query += query
    return draft
  }

  private var endpointText: String { form.draft().endpoint?.text ?? "" }

  private mutating func add(_ text: String, to name: String) {
    if let place = given.firstIndex(where: { $0.name == name }) {
      given[place].texts.append(text)
    } else {
      given.append((name, [text]))
    }
  }

  private mutating func give(_ value: EndpointForm.Given, to name: String) throws {
    let place = "`\(Console.safe(name))` of \(Console.safe(endpointText))"
    do throws(EndpointForm.Refusal) {
      return try form.give(value, to: name)
    } catch {
      switch error {
      case .noField: break
      case .onlyOne:
        throw UsageProblem(
          what: "\(place) was given several times.", why: "It takes one value.",
          whatToDo: "Give it once.")
      case .noJSON:
        throw UsageProblem(
          what: "What \(place) was given is not JSON.", why: "`:=` takes JSON.",
          whatToDo: "Write \(Console.safe(name))=text for a text.")
      }
    }
    let nearest = NearestWord.nearest(to: name, in: form.names).map { "Did you mean `\($0)`? " }
    throw UsageProblem(
      what: "The endpoint \(Console.safe(endpointText)) has no field `\(Console.safe(name))`.",
      why: "Its fields are: \(Console.safe(form.names.prefix(60).joined(separator: ", "))).",
      whatToDo: (nearest.map { Console.safe($0) } ?? "")
        + "Write \(Console.safe(name))==value to send a query field that it does not describe.")
  }

  private func text(of item: RequestItem) throws -> String {
    switch reader.read(item.value) {
    case .success(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .failure(let refusal):
      throw UsageProblem(
        what: "\(Console.safe(item.value)) cannot be read.", why: refusal.why,
        whatToDo: refusal.whatToDo)
    }
  }

  private func field(_ item: RequestItem, _ text: String) -> DraftField {
    DraftField(item.name, text, mark: item.isLiteral ? .literal : .plain)
  }
}

extension ClientSession {
  /// An empty form of an endpoint, with its address, unless the words name a gateway: then it begins there.
  func form(of text: String, _ words: RequestWords) throws -> EndpointForm {
    guard let name = EndpointName(text) else {
      throw UsageProblem(
        what: "`\(Console.safe(text))` names no endpoint.", why: "It is not `catalog#endpoint`.",
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

  /// A catalog of the workspace, or one that comes with Weir.
  func catalog(_ name: String) throws -> Catalog {
    let sources = try Self.reported { () throws(CatalogProblem) in try catalogs.sources() }
    guard let source = sources.first(where: { $0.name == name }) else {
      let names = sources.map(\.name)
      let nearest = NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " }
      throw UsageProblem(
        what: "There is no catalog `\(Console.safe(name))`.",
        why: "There are: \(Console.safe(names.joined(separator: ", "))).",
        whatToDo: (nearest.map { Console.safe($0) } ?? "")
          + "`weir import openapi FILE` takes one into the workspace.")
    }
    do throws(CatalogFailure) {
      return try catalogs.open(source)
    } catch {
      switch error {
      case .refused(let problem): throw UsageProblem(problem)
      case .cancelled: throw CancellationError()
      }
    }
  }

  static func reported<Value>(
    _ body: () throws(CatalogProblem) -> Value
  ) throws(UsageProblem) -> Value {
    do throws(CatalogProblem) { return try body() } catch { throw UsageProblem(error) }
  }
}

extension UsageProblem {
  init(_ problem: CatalogProblem) {
    self.init(
      what: Console.safe("\(problem.place): \(problem.what)"), why: Console.safe(problem.why),
      whatToDo: Console.safe(problem.whatToDo))
  }
}
