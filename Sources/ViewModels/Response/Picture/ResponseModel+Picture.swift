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

  /// Whether the picture on show is being drawn.
  package var isDrawing: Bool { showsPicture && picture.isDrawing }

  /// Ends the drawing at the user's word.
  mutating func stopDrawing() -> [Effect] {
    picture.stop()
    return [
      .response(.stopPicture),
      .notify(
        Notice(.info, "The drawing was stopped.", whatToDo: "Unfold the picture to draw it again.")),
    ]
  }

  mutating func drawAgain() -> [Effect] {
    picture.forgetOrder()
    return draws()
  }

  /// Why a command does nothing to a picture; nil when it does something.
  func pictureObstacle(to command: ResponseCommand) -> Notice? {
    switch command {
    case .toggle:
      if picture.isDrawing {
        return .cannot("The picture is being drawn.", "Wait, or go back to stop it.")
      }
      return picture.shown == nil
        ? nil
        : .cannot(
          "A picture has nothing to fold.", "It is drawn whole.", "Its bytes are in the Raw tab.")
    case .saveNode, .editNode, .pageNode:
      return body.length > 0 ? nil : .cannot("There is no body.", "This try brought none.")
    default:
      return .cannot(
        "A picture has no values.", "Only its bytes are there.",
        "Save it to a file, or open it with the program of your desktop.")
    }
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

extension DocumentController {
  /// The bytes and the format of the picture that an order names; nil when another body is
  /// open now.
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

  /// Longer ones are not drawn either.
  func lacksPictureEnd() throws(DocumentError) -> Bool {
    guard source.count <= PictureRoom.longest,
      let format = PictureFormat(start: try source.bytes(in: 0..<16))
    else { return false }
    return try format.isCutShort(source)
  }

  /// What is said of a picture that is not all there, or of a format that is not drawn; nil for any other
  /// body.
  var pictureWords: String? {
    if isPictureCut {
      return "Cut short after \(source.count) bytes: a part of the picture may be missing."
    }
    guard kind == .binary, PictureFormat.isNamed(by: mediaType) else { return nil }
    let names = PictureFormat.allCases.map(\.name).joined(separator: ", ")
    return "Not drawn: it is called a picture, and begins as none of \(names)."
  }
}
