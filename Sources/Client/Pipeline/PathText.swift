import ClientModel

/// The path of a finished URL. It may come from another program or an earlier request.
enum PathText {
  /// Returns the segments that a draft would read as path variables. Each variable has its own text
  /// as its value, so the path stays the same.
  static func variables(in path: some Collection<UInt8>) -> [DraftField] {
    var found: [DraftField] = []
    for segment in path.split(separator: UInt8(ascii: "/")) where segment.first == UInt8(ascii: ":")
    {
      let word = segment.dropFirst().prefix {
        (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || "_-".utf8.contains($0)
      }
      guard let first = word.first, !(0x30...0x39).contains(first), first != UInt8(ascii: "-")
      else {
        continue
      }
      let name = String(decoding: word, as: UTF8.self)
      guard !found.contains(where: { $0.name == name }) else { continue }
      found.append(DraftField(name, ":\(name)", mark: .encoded))
    }
    return found
  }
}
