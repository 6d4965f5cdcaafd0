import CPicture
import Glibc

/// The child process that draws one picture: `weir __picture FORMAT COLUMNS ROWS COLOURS`.
///
/// It reads the picture from standard input and prints its cells. Malicious pictures attack
/// decoders, so decoding runs in its own process. The child process has no environment and no
/// access to files. Its memory and processor time are limited. It is ended when its result is no
/// longer needed.
enum PictureChild {
  static let name = "__picture"
  /// The maximum address space in bytes.
  static let memory = 1 << 30
  /// The maximum processor time in seconds.
  static let time = 10

  /// Draws the picture that the arguments describe.
  ///
  /// - Returns: The exit status. See CPicture.h.
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

  /// The libraries that the child process opens. It is nil if one is not installed.
  static var libraries: String? {
    guard let decoder = cpicture_decoder(), let drawer = cpicture_drawer() else { return nil }
    return "\(String(cString: decoder)), \(String(cString: drawer))"
  }
}
