import LoopbackHTTP

/// The query of a request, checked against the parameters of its endpoint.
struct OxfordQuery: Hashable, Sendable {
  private let values: [FormEntry]

  /// Checks the values of a query.
  ///
  /// - Parameter many: The names that may be given more than once.
  init(_ values: [FormEntry], known: Set<String>, many: Set<String> = []) throws(OxfordTrouble) {
    var seen: Set<String> = []
    for value in values {
      guard known.contains(value.name) else { throw .bad("\(value.name) is not known here.") }
      guard seen.insert(value.name).inserted || many.contains(value.name) else {
        throw .bad("\(value.name) stands twice.")
      }
      guard value.text?.isEmpty == false else { throw .bad("\(value.name) has no value.") }
    }
    self.values = values
  }

  func text(_ name: String) -> String? { values.first { $0.name == name }?.text }

  /// Returns all values of a name, with lists split at commas.
  func list(_ name: String) -> [String] {
    values.filter { $0.name == name }.compactMap(\.text)
      .flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// Returns all values of a name, not split.
  func each(_ name: String) -> [String] {
    values.filter { $0.name == name }.compactMap(\.text)
  }

  func flag(_ name: String) throws(OxfordTrouble) -> Bool {
    switch text(name) {
    case nil, "false": false
    case "true": true
    case let other?: throw .bad("\(name) is true or false, not \(other).")
    }
  }

  func integer(_ name: String, from least: Int = 0, to most: Int = .max) throws(OxfordTrouble)
    -> Int?
  {
    guard let text = text(name) else { return nil }
    guard let number = Int(text), (least...most).contains(number), text.first != "+" else {
      throw .bad("\(name) is a whole number from \(least), not \(text).")
    }
    return number
  }

  func number(_ name: String) throws(OxfordTrouble) -> Double? {
    guard let text = text(name) else { return nil }
    guard let number = Double(text), number >= 0 else {
      throw .bad("\(name) is a number, not \(text).")
    }
    return number
  }

  func choice(_ name: String, _ choices: [String]) throws(OxfordTrouble) -> String? {
    guard let text = text(name) else { return nil }
    guard choices.contains(text) else {
      throw .bad("\(name) is one of \(choices.joined(separator: ", ")), not \(text).")
    }
    return text
  }
}
