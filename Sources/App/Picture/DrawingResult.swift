import CPicture
import ClientCore
import ClientDocuments
import ClientModel
import ClientReading
import Glibc
import ViewModels

/// The result of the drawing child process.
enum DrawingResult: Sendable {
  case drawn(Picture)
  /// The picture was not drawn. `why` and `whatToDo` are the reason and the advice, one sentence
  /// each.
  case refused(why: String, whatToDo: String)

  /// Draws a picture. Stops if the task is cancelled.
  static func draw(
    _ source: ByteSource, _ format: PictureFormat, in room: PictureArea
  ) async -> DrawingResult {
    guard source.count <= PictureFormat.largest else {
      return .refused(
        why: "It has \(ByteCount(source.count)). Pictures of more than "
          + "\(ByteCount(PictureFormat.largest)) are not decoded.", whatToDo: elsewhere)
    }
    do {
      let child = Program(
        [
          "/proc/self/exe", PictureChild.name, format.rawValue, "\(room.columns)", "\(room.rows)",
          room.colours.word,
        ],
        input: try source.bytes(in: 0..<source.count), deadline: .seconds(PictureChild.time),
        // The output has 16 bytes for the sizes and 12 bytes for each cell.
        outputLimit: ByteCount(16 + 12 * room.columns * room.rows), environment: .empty)
      return read(try await SystemPrograms().run(child), format, room)
    } catch let error as DocumentError {
      return .refused(why: error.why, whatToDo: error.whatToDo)
    } catch let failure as Failure {
      return .refused(why: failure.why, whatToDo: elsewhere)
    } catch {
      return .refused(why: "Drawing ended: \(error).", whatToDo: elsewhere)
    }
  }

  private static let elsewhere = "See its bytes in the Raw tab, or save it and open it elsewhere."

  private static func read(
    _ output: ProgramOutput, _ format: PictureFormat, _ room: PictureArea
  ) -> DrawingResult {
    switch output.end {
    case .exited(Int32(CPICTURE_DONE)):
      if let picture = Picture(printed: output.output, format, in: room) { return .drawn(picture) }
      return .refused(why: "The output of its decoder is not a picture.", whatToDo: elsewhere)
    case .exited(Int32(CPICTURE_DAMAGED)):
      return .refused(
        why: "It begins like a \(format.name) file, but it is damaged or cut off.",
        whatToDo: "See its bytes in the Raw tab, or send the request again.")
    case .exited(Int32(CPICTURE_TOO_LARGE)):
      let size = Picture.size(printed: output.output).map { "\($0.width) × \($0.height)" }
      return .refused(
        why: "It has \(size ?? "too many") pixels. Pictures of more than "
          + "\(PictureArea.mostPixels / 1_000_000) million are not decoded.", whatToDo: elsewhere)
    case .exited(Int32(CPICTURE_NO_LIBRARY)):
      return .refused(
        why: "The libraries that draw pictures are not installed.",
        whatToDo: "Install libgdk-pixbuf-2.0-0 and libchafa0, or see its bytes in the Raw tab.")
    case .exited(Int32(CPICTURE_NO_LOADER)):
      let package = format == .webp ? "Install webp-pixbuf-loader, or see" : "See"
      return .refused(
        why: "gdk-pixbuf has no loader for \(format.name) here.",
        whatToDo: "\(package) its bytes in the Raw tab.")
    case .signalled(SIGKILL), .signalled(SIGXCPU):
      return .refused(
        why: "Decoding it took longer than \(PictureChild.time) s.", whatToDo: elsewhere)
    case .exited, .signalled:
      return .refused(
        why: "Its decoder ended with \(output.end.text): its memory limit is 1 GiB.",
        whatToDo: elsewhere)
    }
  }
}
