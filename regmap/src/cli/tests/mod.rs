mod counter_chip;
mod timer_chip;
