import CPicture
import Glibc

/// The child process that draws one picture: `weir __picture FORMAT COLUMNS ROWS COLOURS`, the picture on
/// standard input, its cells on standard output.
///
/// Decoders are what pictures attack. They have a process of their own: without an environment, with bounds
/// on memory and processor time, without a file it could open, and ended when nobody waits for it any more.
enum PictureChild {
  static let name = "__picture"
  /// Bytes of address space.
  static let memory = 1 << 30
  /// Seconds of processor time.
  static let time = 10

  /// - Returns: The exit status; see CPicture.h.
  static func run(_ words: [String]) -> Int32 {
    let numbers = words.dropFirst().compactMap { Int32($0) }
    guard words.count == 4, numbers.count == 3, let format = words.first,
      PictureBounds.columns.contains(numbers[0]), PictureBounds.rows.contains(numbers[1]),
      PictureBounds.colours.contains(numbers[2])
    else { return ExitStatus.usage.rawValue }
    return format.withCString { format in
      var order = cpicture_order(
        format: format, columns: numbers[0], rows: numbers[1], colours: numbers[2],
        pixels: PictureBounds.pixels, memory: memory, seconds: time)
      return cpicture_run(&order)
    }
  }

  /// The libraries it would open; nil when one is not installed.
  static var libraries: String? {
    guard let decoder = cpicture_decoder(), let drawer = cpicture_drawer() else { return nil }
    return "\(String(cString: decoder)), \(String(cString: drawer))"
  }
}
