import ClientDocuments
import ClientModel
import ClientPipeline

/// Finds the request for the next or previous page of a list. The paging rule comes from the
/// gateway or the catalog.
struct PageFinder {
  let rule: PagingRule
  let request: PreparedRequest
  let head: ResponseHead
  let body: Body

  /// Returns the request for the next or previous page.
  ///
  /// - Returns: The request, or nil if there is no such page.
  /// - Throws: The reason why the request cannot be determined.
  func request(for page: PageLink) throws(Failure) -> PreparedRequest? {
    guard let value = try value(for: page) else { return nil }
    let parameter = PageParameter(rule.parameter)
    let next = parameter.setting(value, in: request)
    if next == nil, case .body(let pointer) = rule.parameter {
      throw page.failure(
        "The request's body has no value at \(pointer) for the page parameter.",
        "Send the request with a JSON body that has this value, or correct the paging rule.")
    }
    return next
  }

  private func value(for page: PageLink) throws(Failure) -> PageParameter.Value? {
    let asked = PageParameter(rule.parameter).value(in: request)
    switch rule.kind {
    case .number(let first):
      let current = asked.flatMap { Int($0) } ?? first
      if page == .previous { return current > first ? .number(current - 1) : nil }
      if let last = try number(at: rule.end), current >= last { return nil }
      if rule.end == nil, try count() == 0 { return nil }
      return .number(current + 1)
    case .offset:
      let current = asked.flatMap { Int($0) } ?? 0
      guard let count = try count() else {
        throw page.failure(
          "The response has no list whose items could be counted.",
          "Set `items` in the paging rule to the pointer of the list.")
      }
      if page == .previous { return current > 0 ? .number(max(0, current - count)) : nil }
      if let total = try number(at: rule.end), current + count >= total { return nil }
      return count > 0 ? .number(current + count) : nil
    case .cursor(let place):
      guard page == .next else {
        throw page.failure("A cursor only leads to the next page.", "Begin with the first page.")
      }
      guard let cursor = try text(at: place), !["", "null", "false"].contains(cursor) else {
        return nil
      }
      return .text(cursor)
    }
  }

  /// Returns the number of items on the page, or nil if there is no list.
  private func count() throws(Failure) -> Int? {
    do throws(DocumentError) {
      return try JoinedPages.count(in: try body.text(), at: rule.items ?? "")
    } catch {
      return nil
    }
  }

  private func number(at place: PagingRule.ValueLocation?) throws(Failure) -> Int? {
    guard let place else { return nil }
    return try text(at: place).flatMap { Int($0) }
  }

  private func text(at place: PagingRule.ValueLocation) throws(Failure) -> String? {
    switch place {
    case .header(let name): head.fields.first(name)
    case .body(let pointer): try body.value(at: pointer)
    }
  }
}

/// The request parameter that selects the page.
private struct PageParameter {
  enum Value {
    case number(Int)
    case text(String)

    var text: String {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): text
      }
    }

    var json: String {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): JSONText.quoted(text)
      }
    }
  }

  let place: PagingRule.Parameter

  init(_ place: PagingRule.Parameter) { self.place = place }

  /// Returns the parameter's value in a request, or nil for none.
  func value(in request: PreparedRequest) -> String? {
    switch place {
    case .query(let name): return RequestQuery.value(of: name, in: request.url)
    case .header(let name):
      return request.headers.first { $0.name.caseInsensitiveEquals(name) }?.value.plain
    case .body(let pointer):
      guard let text = request.body.plainText else { return nil }
      do throws(Failure) {
        return try Body(Array(text.utf8)).value(at: pointer)
      } catch {
        return nil
      }
    }
  }

  /// Returns the request with the parameter set. Returns nil if the body has no value at the
  /// parameter's pointer.
  func setting(_ value: Value, in request: PreparedRequest) -> PreparedRequest? {
    var next = request
    switch place {
    case .query(let name):
      next.url = RequestQuery.setting(name, to: value.text, in: request.url)
    case .header(let name):
      next.headers.removeAll { $0.name.caseInsensitiveEquals(name) }
      next.headers.append(HeaderField(name, SensitiveText(value.text)))
    case .body(let pointer):
      guard let text = request.body.plainText,
        let changed = JSONEdit.setting(value.json, at: pointer, in: text)
      else { return nil }
      next.body = .text(SensitiveText(changed))
    }
    return next
  }
}

extension PreparedBody {
  /// The text of the body. Nil if the body is not text or contains secrets.
  fileprivate var plainText: String? {
    switch self {
    case .text(let text): text.plain
    case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
    case .none, .file, .multipart: nil
    }
  }
}
