import ClientDocuments
import ClientModel

/// The state of drawing the picture of a response.
///
///     nothing ──draw──► drawing ──► shown ──resize──► drawing, the old one is still shown
///                          └──────► refused
package struct PicturePane: Equatable, Sendable {
  package private(set) var room = PictureArea()
  package private(set) var shown: Picture?
  /// The reason why there is no picture. Nil if there is no known reason.
  package private(set) var refusal: Notice?
  package private(set) var isDrawing = false
  private(set) var number = 0
  private var asked: Asked?

  private struct Asked: Equatable {
    let generation: Int
    let room: PictureArea
  }

  package init() {}

  mutating func resize(to room: PictureArea) { self.room = room }

  /// Requests a drawing of this body in the current area, unless it was already requested.
  mutating func draw(generation: Int) -> [Effect] {
    let wanted = Asked(generation: generation, room: room)
    guard wanted != asked else { return [] }
    if let asked, asked.generation != generation { (shown, refusal) = (nil, nil) }
    (asked, isDrawing) = (wanted, true)
    number += 1
    let order = PictureRequest(number: number, generation: generation, room: room)
    return [.response(.drawPicture(order))]
  }

  mutating func take(_ update: PictureUpdate) {
    guard update.number == number, isDrawing else { return }
    isDrawing = false
    switch update.outcome {
    case .drawn(let picture): (shown, refusal) = (picture, nil)
    case .refused(let notice): (shown, refusal) = (nil, notice)
    }
  }

  /// Stops drawing at the request of the user. A displayed picture is kept.
  mutating func stop() -> [Effect] {
    let notice = Notice(
      .info, "The drawing was stopped.", whatToDo: "Unfold the picture to draw it again.")
    isDrawing = false
    if shown == nil { refusal = notice }
    return [.response(.stopPicture), .notify(notice)]
  }

  /// Clears the last request and its failure. The picture can then be requested again for the same
  /// area.
  mutating func clearOrder() { (asked, refusal) = (nil, nil) }

  /// Clears the picture and stops drawing. The area and the number of the last request are kept.
  mutating func clear() -> [Effect] {
    let stop: [Effect] = isDrawing ? [.response(.stopPicture)] : []
    (shown, refusal, asked, isDrawing) = (nil, nil, nil, false)
    return stop
  }

  /// Returns the reason why a command cannot act on a picture. Returns nil if it can.
  func obstacle(to command: ResponseCommand, _ body: StoredBody) -> Notice? {
    switch command {
    case .toggle:
      if isDrawing { return .cannot("The picture is being drawn.", "Wait, or go back to stop it.") }
      return shown == nil
        ? nil
        : .cannot(
          "A picture has nothing to fold.", "It is drawn in full.", "Its bytes are in the Raw tab.")
    case .saveNode, .editNode, .pageNode, .storeValue:
      return body.length > 0 ? nil : BodyReading.missing
    default:
      return .cannot(
        "A picture has no values.", "It consists only of bytes.",
        "Save it to a file, or open it in your desktop's default application.")
    }
  }

  /// The file name extension of the picture format.
  var suffix: String {
    switch shown?.format {
    case .jpeg: ".jpg"
    case let format?: ".\(format.rawValue)"
    case nil: ".bin"
    }
  }
}

/// A request to draw the open body in an area.
package struct PictureRequest: Hashable, Sendable {
  package let number: Int
  package let generation: Int
  package let room: PictureArea
}

/// The result of a request to draw.
package struct PictureUpdate: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case drawn(Picture)
    case refused(Notice)
  }

  package let number: Int
  package let outcome: Outcome

  package init(_ order: PictureRequest, _ outcome: Outcome) {
    (number, self.outcome) = (order.number, outcome)
  }
}
