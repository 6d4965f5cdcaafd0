package import ClientDocuments

/// A body that is a picture: drawn where a tree would be, its bytes in the Raw tab.
extension ResponseModel {
  /// Whether the place of the tree is a picture's.
  package var showsPicture: Bool {
    tab == .tree && source != nil && facts?.kind == .picture
  }

  /// The panel has this room for a picture from now on.
  package mutating func show(room: PictureRoom) -> [Effect] {
    picture.resize(to: room)
    return draws()
  }

  /// Asks for the picture that shows and was not drawn for this room yet; ends the drawing of one that
  /// does not show any more.
  mutating func draws() -> [Effect] {
    guard showsPicture, source?.isArriving == false else {
      guard facts?.kind != .picture else { return [] }
      return picture.forget() ? [.response(.stopPicture)] : []
    }
    return picture.order(generation: generation).map { [.response(.drawPicture($0))] } ?? []
  }
}

extension DocumentDesk {
  /// The bytes of the picture that an order means, and what they are; nil when another body is on the desk
  /// now.
  package func picture(
    of order: PictureOrder
  ) throws(DocumentError) -> (format: PictureFormat, source: ByteSource)? {
    let body = whole ?? book
    guard order.generation == generation, body.kind == .picture,
      let format = PictureFormat(start: try body.source.bytes(in: 0..<16))
    else { return nil }
    return (format, body.source)
  }
}

extension OpenBody {
  /// Whether it is shown by lines where it has no other form.
  var hasText: Bool { kind != .binary && kind != .picture }

  /// What is said of a picture of a format that is not drawn; nil for any other body.
  var pictureWords: String? {
    guard kind == .binary, PictureFormat.isNamed(by: mediaType) else { return nil }
    let names = PictureFormat.allCases.map(\.name).joined(separator: ", ")
    return "Not drawn: it is called a picture, and begins as none of \(names)."
  }
}
