/// The conversion of a JSON value to plain text.
package enum PlainValue {
  /// Returns a decoded string, or any other value as JSON without white space.
  package static func text(of json: [UInt8]) -> String {
    if json.first == JSONByte.quote, json.last == JSONByte.quote, json.count > 1 {
      return JSONText.string(json.dropFirst().dropLast())
    }
    var layout = JSONLayout()
    var result: [UInt8] = []
    layout.feed(json[...]) { token, piece in if token != .space { result += piece } }
    return String(decoding: result, as: UTF8.self)
  }
}
