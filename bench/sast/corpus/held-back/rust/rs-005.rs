/// A view of samples that a device has written into memory of ours.
pub struct Samples<'a> {
    data: &'a [i16],
}

impl<'a> Samples<'a> {
    pub fn new(data: &'a [i16]) -> Self {
        Self { data }
    }

    pub fn at(&self, index: usize) -> i16 {
        self.data.get(index).copied().unwrap_or(0)
    }

    pub fn mean(&self, from: usize, to: usize) -> f32 {
        let sum: i32 = (from..to).map(|index| i32::from(self.at(index))).sum();
        sum as f32 / (to.saturating_sub(from)).max(1) as f32
    }
}
