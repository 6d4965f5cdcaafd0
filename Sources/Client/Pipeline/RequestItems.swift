import ClientDocuments
package import ClientModel

/// A reader of HTTPie's request items: `Header:value`, `query==value`, `field=value`,
/// `field:=json`, `part@file`.
package enum RequestItems {
  /// The kind of body that data items create.
  package enum BodyKind: Hashable, Sendable { case json, form, multipart }

  /// Creates a draft from a method, a URL and items. Throws the problems of all invalid items.
  ///
  /// - Parameter method: The method. If nil, the method is POST if there is data, and otherwise
  ///   GET.
  package static func draft(
    method: String?, url: String, items: [String], body: BodyKind = .json, files: FileReader
  ) throws(RequestItemProblems) -> Draft {
    var reading = ItemReading(kind: body, files: files, draft: Draft(url: url))
    for item in items { reading.read(item) }
    guard reading.problems.isEmpty else {
      throw RequestItemProblems(problems: reading.problems)
    }
    return reading.finish(method: method)
  }
}

/// The problem of one invalid item.
package struct RequestItemProblem: Error, Hashable, Sendable {
  package let item: String
  package let what: String
  package let why: String
  package let whatToDo: String
}

/// The problems of all invalid items. There is at least one.
package struct RequestItemProblems: Error, Hashable, Sendable {
  package let problems: [RequestItemProblem]
}

/// The state while items are parsed: the draft, the body so far and the problems.
private struct ItemReading {
  let kind: RequestItems.BodyKind
  let files: FileReader
  var draft: Draft
  var problems: [RequestItemProblem] = []
  private var json = JSONTree.null
  private var fields: [DraftField] = []
  private var parts: [DraftPart] = []
  private var hasUpload = false

  init(kind: RequestItems.BodyKind, files: FileReader, draft: Draft) {
    self.kind = kind
    self.files = files
    self.draft = draft
  }

  mutating func read(_ text: String) {
    guard let item = RequestItem(text) else {
      return report(
        text, "It has no separator.",
        "Write Header:value, query==value, field=value, field:=json or field@file.")
    }
    if item.name.isEmpty {
      return report(text, "It has no name before its separator.", "Add a name.")
    }
    switch item.separator {
    case .header where item.value.isEmpty: draft.removedHeaders.append(item.name)
    case .header:
      draft.headers.append(
        DraftField(item.name, item.value, mark: item.isLiteral ? .literal : .plain))
    case .emptyHeader: draft.headers.append(DraftField(item.name, ""))
    case .headerFile:
      if let value = content(item, text) {
        let value = withoutLineEnd(value)
        let mark: DraftField.Mark = SecretReference(value) == nil ? .plain : .literal
        draft.headers.append(DraftField(item.name, value, mark: mark))
      }
    case .query:
      draft.query.append(
        DraftField(item.name, item.value, mark: item.isLiteral ? .literal : .plain))
    case .queryFile:
      if let value = content(item, text) {
        draft.query.append(DraftField(item.name, withoutLineEnd(value), mark: .literal))
      }
    case .data: add(item, item.value, .string(item.value), text)
    case .dataFile:
      if let value = content(item, text) { add(item, value, .string(value), text) }
    case .json: addJSON(item, item.value, text)
    case .jsonFile: if let value = content(item, text) { addJSON(item, value, text) }
    case .upload: upload(item, text)
    }
  }

  func finish(method: String?) -> Draft {
    var draft = draft
    switch kind {
    case _ where hasUpload || (kind == .multipart && !parts.isEmpty): draft.body = .multipart(parts)
    case .form, .multipart: if !fields.isEmpty { draft.body = .form(fields) }
    case .json: if json != .null { draft.body = .json(json.text) }
    }
    draft.method = method ?? (draft.body == .none ? "GET" : "POST")
    return draft
  }

  private mutating func add(
    _ item: RequestItem, _ plain: String, _ value: JSONTree, _ text: String
  ) {
    guard kind == .json else {
      let isTyped = item.separator == .data && !item.isLiteral
      fields.append(DraftField(item.name, plain, mark: isTyped ? .plain : .literal))
      parts.append(DraftPart(name: item.name, value: plain))
      return
    }
    do {
      let path = try JSONTree.path(item.key)
      try json.put(value, at: path[...])
    } catch {
      report(
        text, error.why,
        "Use each nested key either as an object or as an array. Write \\[ for a literal bracket.")
    }
  }

  private mutating func addJSON(_ item: RequestItem, _ value: String, _ text: String) {
    // The value of a template is not known yet. The body is checked after its templates are filled.
    if !Template.isOnlyTemplates(value), let fault = JSONValidator.fault(in: Array(value.utf8)) {
      return report(
        text, "Its value is not JSON. \(fault.sentence)",
        "Quote it as JSON, or write \(item.name)=value for a string.")
    }
    add(
      item, value, .raw(withoutOuterSpace(value)), text)
  }

  private mutating func upload(_ item: RequestItem, _ text: String) {
    guard kind != .json else {
      return report(
        text, "A file cannot be a part of a JSON body.",
        "Add --form or --multipart, or write \(item.name)=@file for its text.")
    }
    hasUpload = true
    var path = item.value
    var mediaType: String?
    if let mark = path.firstRange(ofBytes: ";type=") {
      mediaType = String(path[mark.upperBound...])
      path = String(path[..<mark.lowerBound])
    }
    parts.append(DraftPart(name: item.name, path: path, mediaType: mediaType))
  }

  private mutating func content(_ item: RequestItem, _ text: String) -> String? {
    switch files.read(item.value) {
    case .failure(let refusal):
      report(text, "The file `\(item.value)` cannot be read: \(refusal.why)", refusal.whatToDo)
      return nil
    case .success(let bytes):
      if let content = String(validating: bytes, as: UTF8.self) { return content }
      report(
        text, "The file `\(item.value)` is not UTF-8 text.",
        "Send it as a part (field@file) or as the body (--body).")
      return nil
    }
  }

  private func withoutOuterSpace(_ text: String) -> String {
    String(text.trimmed(of: " \t\r\n"))
  }

  private func withoutLineEnd(_ text: String) -> String {
    let count = text.ends(with: "\r\n") ? 2 : text.ends(with: "\n") ? 1 : 0
    return String(text.droppingLast(bytes: count))
  }

  private mutating func report(_ item: String, _ why: String, _ whatToDo: String) {
    problems.append(
      RequestItemProblem(
        item: item, what: "The item `\(item)` cannot be used.", why: why, whatToDo: whatToDo))
  }
}
