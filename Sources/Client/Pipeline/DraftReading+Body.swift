import ClientDocuments
import ClientModel

extension DraftReading {
  /// Returns the body and its default media type. A type set by the user takes precedence.
  mutating func body() -> (body: PreparedBody, mediaType: String?) {
    switch draft.body {
    case .none: return (.none, nil)
    case .json(let typed):
      let text = spentBody.isEmpty ? typed : JSONMembers(typed)?.text(without: spentBody) ?? ""
      return (text.isEmpty ? .none : .text(json(text)), text.isEmpty ? nil : "application/json")
    case .text(let text, let mediaType):
      return (.text(fill(text, .body)), checked(mediaType: mediaType, .body))
    case .form(let fields):
      if !fields.isEmpty, fields.allSatisfy({ spentBody.contains($0.name) }) { return (.none, nil) }
      return (.text(form(fields)), "application/x-www-form-urlencoded")
    case .multipart(let parts):
      let boundary = "----weir-" + preparation.random.hexadecimal(16)
      // The sender adds the media type with the boundary.
      return (.multipart(boundary: boundary, parts: self.parts(parts)), nil)
    case .file(let path, let mediaType):
      let name = fillPlain(path, .body, "A file's name")
      guard let file = file(name, .body) else { return (.none, nil) }
      return (.file(file), checked(mediaType: mediaType ?? MediaType.guess(name), .body))
    case .bytes(let bytes, let mediaType):
      return (.bytes(bytes), checked(mediaType: mediaType, .body))
    case .graphQL(let request): return (.text(graphQL(request)), "application/json")
    }
  }

  /// Returns the JSON object with the query, the variables and the operation name.
  ///
  /// - Source: GraphQL over HTTP, section 5.3.
  private mutating func graphQL(_ request: GraphQLRequest) -> SensitiveText {
    if request.query.utf8.allSatisfy({ " \t\r\n".utf8.contains($0) }) {
      report(
        .body, "The GraphQL query is empty.", "The server would have nothing to execute.",
        "Type a query.")
    }
    var parts = [SensitiveText.Part.plain("{\"query\":\"")]
    parts += quoted(request.query)
    if !request.operation.isEmpty {
      parts += [.plain("\",\"operationName\":\"")] + quoted(request.operation)
    }
    parts.append(.plain("\""))
    if !request.variables.isEmpty {
      if !Template.isOnlyTemplates(request.variables), JSONMembers(request.variables) == nil {
        report(
          .body, "The GraphQL variables cannot be sent.", "They are not a JSON object.",
          "Write them as {\"name\": value}.")
      }
      parts += [.plain(",\"variables\":")] + json(request.variables).parts
    }
    return SensitiveText(joining: parts + [.plain("}")])
  }

  /// Returns the parts of a filled text, escaped for a JSON string.
  private mutating func quoted(_ text: String) -> [SensitiveText.Part] {
    fill(text, .body).mapPlain(.json) { JSONText.escaped($0) }.parts
  }

  private mutating func form(_ fields: [DraftField]) -> SensitiveText {
    var parts: [SensitiveText.Part] = []
    for (index, field) in fields.enumerated()
    where field.mark != .off && !spentBody.contains(field.name) {
      let place = DraftProblem.Location.formField(index)
      let name = fillPlain(field.name, place, "A form field's name")
      parts.append(.plain((parts.isEmpty ? "" : "&") + PercentEncoding.encodeForm(name) + "="))
      if field.mark == .encoded {
        parts += fillEncoded(field.value, place).parts
        continue
      }
      let value =
        isSecret(field, name) ? fillSecret(field.value, place) : fill(field.value, place)
      parts += value.mapPlain(.percent) { PercentEncoding.encodeForm($0) }.parts
    }
    return SensitiveText(joining: parts)
  }

  private mutating func parts(_ parts: [DraftPart]) -> [MultipartPart] {
    var prepared: [MultipartPart] = []
    for (index, part) in parts.enumerated() where part.mark != .off {
      let place = DraftProblem.Location.part(index)
      let name = fillPlain(part.name, place, "A part's name")
      let fileName = part.fileName.map { fillPlain($0, place, "A file's name") }
      for text in [name, fileName ?? ""] where !HTTPToken.isFieldValue(text) {
        report(
          place, "The part `\(visible(name))` cannot be sent.",
          "Its name or file name contains a line break or another control character.", "Remove it.")
      }
      var mediaType = checked(mediaType: part.mediaType, place)
      let content: MultipartPart.Content
      var shownName = fileName
      if let path = part.path {
        let path = fillPlain(path, place, "A file's name")
        guard let file = file(path, place) else { continue }
        content = .file(file)
        // RFC 7578, section 4.4: a part without a media type counts as plain text.
        mediaType = mediaType ?? MediaType.guess(path) ?? "application/octet-stream"
        shownName = fileName ?? path.words(at: "/").last.map(String.init)
      } else {
        let field = DraftField(part.name, part.value, mark: part.mark)
        content = .text(
          isSecret(field, name) ? fillSecret(part.value, place) : fill(part.value, place))
      }
      prepared.append(
        MultipartPart(name: name, content: content, fileName: shownName, mediaType: mediaType))
    }
    return prepared
  }

  private mutating func file(_ path: String, _ place: DraftProblem.Location) -> FileReference? {
    switch preparation.files.stat(path) {
    case .success(let file): return file
    case .failure(let refusal):
      report(
        place, "The file `\(visible(path))` cannot be sent.", refusal.why, refusal.whatToDo)
      return nil
    }
  }

  private mutating func checked(
    mediaType: String?, _ place: DraftProblem.Location
  ) -> String? {
    guard let mediaType, !mediaType.isEmpty else { return nil }
    let filled = fillPlain(mediaType, place, "A media type")
    guard HTTPToken.isFieldValue(filled) else {
      report(
        place, "The media type cannot be sent.",
        "It contains a line break or another control character.",
        "Write it as type/subtype.")
      return nil
    }
    return filled
  }
}
