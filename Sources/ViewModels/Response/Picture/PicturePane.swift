import ClientDocuments
import ClientModel

/// Where drawing the picture of one response stands.
///
///     nothing ──draw──► drawing ──► shown ──the room changes──► drawing, the old one still shows
///                          └──────► refused
package struct PicturePane: Equatable, Sendable {
  package private(set) var room = PictureRoom()
  package private(set) var shown: Picture?
  /// Why there is none.
  package private(set) var refusal: Notice?
  package private(set) var isDrawing = false
  private(set) var number = 0
  private var asked: Asked?

  private struct Asked: Equatable {
    let generation: Int
    let room: PictureRoom
  }

  package init() {}

  mutating func resize(to room: PictureRoom) { self.room = room }

  /// Orders to draw this body into the current area, unless that was already ordered.
  mutating func draw(generation: Int) -> [Effect] {
    let wanted = Asked(generation: generation, room: room)
    guard wanted != asked else { return [] }
    if let asked, asked.generation != generation { (shown, refusal) = (nil, nil) }
    (asked, isDrawing) = (wanted, true)
    number += 1
    let order = PictureOrder(number: number, generation: generation, room: room)
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

  /// Stops drawing at the user's command. A picture that is already shown stays.
  mutating func stop() -> [Effect] {
    let notice = Notice(
      .info, "The drawing was stopped.", whatToDo: "Unfold the picture to draw it again.")
    isDrawing = false
    if shown == nil { refusal = notice }
    return [.response(.stopPicture), .notify(notice)]
  }

  /// Allows a new order for the same area, and removes the refusal.
  mutating func clearOrder() { (asked, refusal) = (nil, nil) }

  /// Clears the picture and stops drawing it; the room and the number stay.
  mutating func clear() -> [Effect] {
    let stop: [Effect] = isDrawing ? [.response(.stopPicture)] : []
    (shown, refusal, asked, isDrawing) = (nil, nil, nil, false)
    return stop
  }

  /// Why a command does nothing to a picture; nil when it does something.
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
        "A picture has no values.", "Only its bytes are there.",
        "Save it to a file, or open it with the program of your desktop.")
    }
  }

  /// The file name extension of the picture.
  var suffix: String {
    switch shown?.format {
    case .jpeg: ".jpg"
    case let format?: ".\(format.rawValue)"
    case nil: ".bin"
    }
  }
}

/// Draws the open body into an area.
package struct PictureOrder: Hashable, Sendable {
  package let number: Int
  /// The generation of the current body.
  package let generation: Int
  package let room: PictureRoom
}

/// What an order to draw came to.
package struct PictureUpdate: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case drawn(Picture)
    case refused(Notice)
  }

  package let number: Int
  package let outcome: Outcome

  package init(_ order: PictureOrder, _ outcome: Outcome) {
    (number, self.outcome) = (order.number, outcome)
  }
}
