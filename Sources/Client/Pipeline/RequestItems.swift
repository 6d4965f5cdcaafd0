package import ClientModel

/// Reads HTTPie's request items: `Header:value`, `query==value`, `field=value`, `field:=json`, `part@file`.
package enum RequestItems {
  /// What data items become.
  package enum BodyKind: Hashable, Sendable { case json, form, multipart }

  /// The draft that a method, a URL and items make; every wrong item is named.
  ///
  /// - Parameter method: Nil guesses: POST with data, GET without.
  package static func draft(
    method: String?, url: String, items: [String], body: BodyKind = .json, files: FileReader
  ) throws(RequestItemProblems) -> Draft {
    Draft(method: method ?? "GET", url: url)
  }
}

/// One item that cannot be read.
package struct RequestItemProblem: Error, Hashable, Sendable {
  package let item: String
  package let what: String
  package let why: String
  package let whatToDo: String
}

/// Every item that cannot be read; never empty.
package struct RequestItemProblems: Error, Hashable, Sendable {
  package let problems: [RequestItemProblem]
}
